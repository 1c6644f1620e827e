"""The training loop: steps, validations, checkpoints, and the reasons to stop."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import torch
from torch import nn

from featureshift.errors import UnreadableTableError
from featureshift.train import checkpoint
from featureshift.train.average import follow
from featureshift.train.log import LOG_NAME, Log
from featureshift.train.schedule import Position, learning_rate, share_done
from featureshift.train.session import UNFINISHED, Session
from featureshift.train.settings import to_dict
from featureshift.train.task import AnyTask


@dataclass(frozen=True)
class Progress:
    """How far training is; saved in every checkpoint."""

    step: int = 0
    seconds: float = 0.0
    """Of all sessions together."""
    examples: int = 0
    """Pairs that went through the network, reuse counted."""
    validations: int = 0
    best: float = -math.inf
    """Highest score so far, as ``Task.score`` has it."""
    best_step: int = 0
    lowest_loss: float = math.inf
    """Of validation."""
    stale: int = 0
    """Validations since then: early stopping follows the loss."""

    @property
    def position(self) -> Position:
        return Position(self.step, self.seconds, self.validations)


Watch = Callable[[Progress, float], None]
"""Told after each step how far training is, and which share of it is done."""


class Loop:
    """Trains the network of a prepared task in a directory; ``run`` may follow ``restore``."""

    def __init__(self, task: AnyTask, network: nn.Module, out: Path) -> None:
        self.task, self.out = task, out
        self.rules = task.rules
        self.network = network.to(task.device)
        self.judged = copy.deepcopy(self.network).eval() if self.rules.average else self.network
        """The network that counts: the average of the weights, or the one that is trained."""
        self.progress = Progress()
        self._optimizer = task.optimizer(self.network)
        self._log = Log(out / LOG_NAME)
        self._recent: list[dict[str, float]] = []
        """Of each batch since the last line of the log, its losses and where its time went."""
        self._on_cuda = torch.device(task.device).type == "cuda"

    def run(self, session: Session, watch: Watch | None = None) -> str:
        """Train until there is a reason to stop, and say it; the last checkpoint is then on disk.

        One of "steps", "seconds", "patience" (training is over) or "session" (this session is).
        """
        started = saved = time.monotonic()
        before = self.progress.seconds
        self.network.train()
        reason = self._reason() or (UNFINISHED if session.is_out_of_time() else "")
        while not reason:
            self.step()
            self.progress = replace(self.progress, seconds=before + time.monotonic() - started)
            self._after_step()
            now = time.monotonic()
            self.progress = replace(self.progress, seconds=before + now - started)
            if now - saved > self.task.config.checkpoint_seconds:
                self.save()
                saved = now
            if watch is not None:
                watch(self.progress, share_done(self.rules.schedule, self.progress.position))
            reason = self._reason() or (UNFINISHED if session.is_over() else "")
        self.save()
        return reason

    def _reason(self) -> str:
        """Why training is over; empty if it is not."""
        schedule, patience = self.rules.schedule, self.rules.patience
        if schedule.total_steps and self.progress.step >= schedule.total_steps:
            return "steps"
        if schedule.total_seconds and self.progress.seconds >= schedule.total_seconds:
            return "seconds"
        return "patience" if patience and self.progress.stale >= patience else ""

    def step(self) -> None:
        """Take one step, without validation, log or checkpoint."""
        rules = self.rules
        rate = learning_rate(rules.schedule, self.progress.position)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        if self.task.before_step(self.network, self.progress.position):
            self.progress = replace(self.progress, best=-math.inf, lowest_loss=math.inf, stale=0)
        self._optimizer.zero_grad(set_to_none=True)
        for _ in range(rules.accumulate):
            self._accumulate(1 / rules.accumulate)
        if rules.clip:
            nn.utils.clip_grad_norm_(self.network.parameters(), rules.clip)
        self._optimizer.step()
        step, seen = self.progress.step + 1, rules.accumulate * rules.batch
        self.progress = replace(self.progress, step=step, examples=self.progress.examples + seen)
        if rules.average:
            follow(self.judged, self.network, kept=rules.average, step=step)

    def _accumulate(self, weight: float) -> None:
        """Add the gradients of one batch."""
        start = time.perf_counter()
        batch = self.task.next_batch(self.progress.step)
        ready = time.perf_counter()
        losses = self.task.losses(self.network, batch)
        (losses["total"] * weight).backward()  # type: ignore[no-untyped-call]
        parts = {name: float(part.detach()) for name, part in losses.items()}
        spent = {"data_seconds": ready - start, "compute_seconds": time.perf_counter() - ready}
        self._recent.append(parts | spent)

    def _after_step(self) -> None:
        step = self.progress.step
        if step % self.rules.validate_every == 0 or self._reason():
            self._validate()
        elif step % self.task.config.log_every == 0:
            self._write_line({})

    def _validate(self) -> None:
        """Judge the network, and keep it if it is the best so far."""
        report, progress = self.task.validate(self.judged), self.progress
        score = self.task.score(report)
        better, improved = score > progress.best, report.loss < progress.lowest_loss
        self.progress = replace(
            progress,
            validations=progress.validations + 1,
            best=max(score, progress.best),
            best_step=progress.step if better else progress.best_step,
            lowest_loss=report.loss if improved else progress.lowest_loss,
            stale=0 if improved else progress.stale + 1,
        )
        if better:
            content = {"model": self.judged.state_dict(), "report": report.to_dict()}
            self._save(content | {"step": progress.step}, checkpoint.BEST)
        self._write_line({"validation": report.to_dict(), **self.task.after_validation(report)})

    def _write_line(self, validated: dict[str, Any]) -> None:
        recent, progress = self._recent, self.progress
        means = {name: sum(part[name] for part in recent) / len(recent) for name in recent[0]}
        line = {
            "step": progress.step,
            "seconds": round(progress.seconds, 3),
            "examples": progress.examples,
            "learning_rate": learning_rate(self.rules.schedule, progress.position),
            "loss": means,
        }
        self._log.write(line | validated)
        self._recent = []

    def save(self) -> None:
        """Write the last checkpoint."""
        content = {
            "model": self.network.state_dict(),
            "averaged": self.judged.state_dict() if self.rules.average else None,
            "optimizer": self._optimizer.state_dict(),
            "progress": asdict(self.progress),
            "recent": self._recent,
            "torch_random": torch.get_rng_state(),
            "cuda_random": torch.cuda.get_rng_state(self.task.device) if self._on_cuda else None,
        }
        self._save(content | self.task.state(), checkpoint.LAST)

    def _save(self, content: dict[str, Any], name: str) -> None:
        known = self.task.known(self.network) | {"config": to_dict(self.task.config)}
        checkpoint.save(content | known, self.out / name)

    def restore(self) -> None:
        """Continue from the last checkpoint: the weights will be as if nothing had happened."""
        path = self.out / checkpoint.LAST
        content = checkpoint.load(path, self.task.device)
        if "progress" not in content or (self.rules.average and not content.get("averaged")):
            raise UnreadableTableError(
                f"{path} was written by an earlier version, which kept less",
                remedy="train in another directory",
            )
        self.network.load_state_dict(content["model"])
        if self.rules.average:
            self.judged.load_state_dict(content["averaged"])
        self._optimizer.load_state_dict(content["optimizer"])
        # Checkpoints of earlier versions know less of it, or more.
        names = {each.name for each in fields(Progress)} & content["progress"].keys()
        self.progress = Progress(**{name: content["progress"][name] for name in names})
        self._recent = content["recent"]
        self.task.restore(content, self.network)
        torch.set_rng_state(content["torch_random"].cpu())
        if self._on_cuda and content.get("cuda_random") is not None:
            torch.cuda.set_rng_state(content["cuda_random"].cpu(), self.task.device)
        self._log.forget_after(self.progress.step)
