"""The training loop: steps, validations, checkpoints, and the reasons to stop."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

from featureshift.methods.fslnet.network.losses import fslnet_loss
from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.methods.fslnet.training import mixture
from featureshift.methods.fslnet.training.example import Example
from featureshift.methods.fslnet.training.stream import Stream
from featureshift.methods.fslnet.training.tensors import as_tensors
from featureshift.methods.fslnet.training.validation import Report, validate
from featureshift.train import checkpoint
from featureshift.train.config import OptimizerConfig, TrainConfig, to_dict
from featureshift.train.log import LOG_NAME, Log
from featureshift.train.schedule import Position, learning_rate, share_done
from featureshift.train.shapes import embedding_rows


@dataclass(frozen=True)
class Progress:
    """All that changes beside weights, optimizer and stream; saved in every checkpoint."""

    step: int = 0
    seconds: float = 0.0
    """Of all sessions together."""
    examples: int = 0
    """Pairs that went through the network, reuse counted."""
    validations: int = 0
    best: float = -1.0
    """Highest mean F1 so far."""
    best_step: int = 0
    lowest_loss: float = math.inf
    """Of validation."""
    stale: int = 0
    """Validations since then: early stopping follows the loss, as in the paper."""
    probabilities: dict[str, float] = field(default_factory=mixture.uniform)
    """Of each manipulation."""

    @property
    def position(self) -> Position:
        return Position(self.step, self.seconds, self.validations)


@dataclass(frozen=True)
class Parts:
    """Losses of one step, and where its time went."""

    total: float
    cross_entropy: float
    auxiliary: float
    data_seconds: float
    compute_seconds: float


Watch = Callable[[Progress, float], None]
"""Told after each step how far training is, and which share of it is done."""


class Trainer:
    """Trains a model in a directory; ``run`` may be called again after ``restore``."""

    def __init__(
        self,
        config: TrainConfig,
        model: FSLNet,
        stream: Stream,
        examples: Sequence[Example],
        out: Path,
        device: str = "cpu",
    ) -> None:
        self.config, self.model, self.out, self.device = config, model.to(device), out, device
        self.progress = Progress()
        model.embedding_awake = config.optimizer.embedding_from <= 0
        self._stream, self._examples = stream, examples
        self._log = Log(out / LOG_NAME)
        self._optimizer = torch.optim.Adam(model.parameters(), lr=config.optimizer.learning_rate)
        self._recent: list[Parts] = []
        self._on_cuda = torch.device(device).type == "cuda"

    def run(
        self,
        max_seconds: float | None = None,
        watch: Watch | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> str:
        """Train until there is a reason to stop, and say it; the last checkpoint is then on disk.

        One of "steps", "seconds", "patience" (training is over) or "session" (``max_seconds`` of
        this call have passed, or ``stop``, asked after each step, said so).
        """
        started = saved = time.monotonic()
        before = self.progress.seconds
        self.model.train()
        reason = self._reason(0.0, max_seconds)
        while not reason:
            self._step()
            self.progress = replace(self.progress, seconds=before + time.monotonic() - started)
            self._after_step()
            now = time.monotonic()
            self.progress = replace(self.progress, seconds=before + now - started)
            if now - saved > self.config.checkpoint_seconds:
                self.save()
                saved = now
            if watch is not None:
                watch(self.progress, share_done(self.config.optimizer, self.progress.position))
            reason = self._reason(now - started, max_seconds) or ("session" if stop() else "")
        self.save()
        return reason

    def _reason(self, session: float, max_seconds: float | None) -> str:
        optimizer, patience = self.config.optimizer, self.config.validation.patience
        if optimizer.total_steps and self.progress.step >= optimizer.total_steps:
            return "steps"
        if optimizer.total_seconds and self.progress.seconds >= optimizer.total_seconds:
            return "seconds"
        if patience and self.progress.stale >= patience:
            return "patience"
        return "session" if max_seconds is not None and session >= max_seconds else ""

    def _step(self) -> None:
        rules = self.config.optimizer
        rate = learning_rate(rules, self.progress.position)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        if _is_frozen(rules, self.progress.position):
            self.model.freeze_batch_norm()
        self._wake()
        self._optimizer.zero_grad(set_to_none=True)
        seen = sum(self._accumulate(1 / rules.accumulate) for _ in range(rules.accumulate))
        if rules.clip:
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), rules.clip)
        self._optimizer.step()
        progress = self.progress
        self.progress = replace(progress, step=progress.step + 1, examples=progress.examples + seen)

    def _wake(self) -> None:
        """Let the embedding sleep until its time; what was best without it is best no more."""
        rules, model = self.config.optimizer, self.model
        if model.embedding is None:
            return
        share = share_done(rules, self.progress.position)
        # Never back to sleep: a longer schedule after a resume makes the share smaller.
        if not model.embedding_awake and share >= rules.embedding_from:
            model.embedding_awake = True
            self.progress = replace(self.progress, best=-1.0, lowest_loss=math.inf, stale=0)

    def _accumulate(self, weight: float) -> int:
        """Add the gradients of one batch; how many pairs it had."""
        start = time.perf_counter()
        batch = self._stream.next(self.progress.probabilities)
        ready = time.perf_counter()
        tensors = as_tensors(batch, self.device)
        rows = embedding_rows(self.config.example, tensors.shifted.shape[-1])
        output = self.model(*tensors.inputs, embedding_rows=rows)
        loss = fslnet_loss(output, tensors.shifted, self.config.optimizer.lam)
        (loss.total * weight).backward()  # type: ignore[no-untyped-call]
        total, cross_entropy, auxiliary = (float(part.detach()) for part in loss)
        spent = ready - start, time.perf_counter() - ready
        self._recent.append(Parts(total, cross_entropy, auxiliary, *spent))
        return len(batch)

    def _after_step(self) -> None:
        step, validation = self.progress.step, self.config.validation
        last = bool(self._reason(0.0, None))
        if step % validation.every == 0 or last:
            self._validate()
        elif step % self.config.log_every == 0:
            self._write_line(None)

    def _validate(self) -> None:
        """Score, adapt the probabilities, keep the model if it is the best so far."""
        report = validate(self.model, self._examples, self.config, self.device)
        progress = self.progress
        better = report.mean_f1 > progress.best
        improved = report.loss < progress.lowest_loss
        self.progress = replace(
            progress,
            validations=progress.validations + 1,
            best=max(report.mean_f1, progress.best),
            best_step=progress.step if better else progress.best_step,
            lowest_loss=report.loss if improved else progress.lowest_loss,
            stale=0 if improved else progress.stale + 1,
            probabilities=mixture.adapted(report.f1, self.config.validation.floor),
        )
        if better:
            content = {
                "model": self.model.state_dict(),
                "embedding_awake": self.model.embedding_awake,
                "report": report.to_dict(),
            }
            step = {"step": progress.step, "config": to_dict(self.config)}
            checkpoint.save({**content, **step}, self.out / checkpoint.BEST)
        self._write_line(report)

    def _write_line(self, report: Report | None) -> None:
        recent, progress = self._recent, self.progress
        means = {
            name: sum(getattr(parts, name) for parts in recent) / len(recent)
            for name in (Parts.__dataclass_fields__ if recent else ())
        }
        line = {
            "step": progress.step,
            "seconds": round(progress.seconds, 3),
            "examples": progress.examples,
            "learning_rate": learning_rate(self.config.optimizer, progress.position),
            "loss": means,
        }
        if report is not None:
            line["validation"] = report.to_dict()
            line["probabilities"] = progress.probabilities
        self._log.write(line)
        self._recent = []

    def save(self) -> None:
        """Write the last checkpoint."""
        content = {
            "model": self.model.state_dict(),
            "embedding_awake": self.model.embedding_awake,
            "optimizer": self._optimizer.state_dict(),
            "progress": asdict(self.progress),
            "stream": self._stream.state(),
            "recent": [asdict(parts) for parts in self._recent],
            "torch_random": torch.get_rng_state(),
            "cuda_random": torch.cuda.get_rng_state(self.device) if self._on_cuda else None,
            "config": to_dict(self.config),
        }
        checkpoint.save(content, self.out / checkpoint.LAST)

    def restore(self) -> None:
        """Continue from the last checkpoint: the weights will be as if nothing had happened."""
        content: dict[str, Any] = checkpoint.load(self.out / checkpoint.LAST, self.device)
        self.model.load_state_dict(content["model"])
        self.model.embedding_awake = content["embedding_awake"]
        self._optimizer.load_state_dict(content["optimizer"])
        self.progress = Progress(**content["progress"])
        self._recent = [Parts(**parts) for parts in content["recent"]]
        self._stream.restore(content["stream"])
        torch.set_rng_state(content["torch_random"].cpu())
        if self._on_cuda and content.get("cuda_random") is not None:
            torch.cuda.set_rng_state(content["cuda_random"].cpu(), self.device)
        self._log.forget_after(self.progress.step)


def _is_frozen(rules: OptimizerConfig, position: Position) -> bool:
    by_step = rules.freeze_after and position.step >= rules.freeze_after
    return bool(
        by_step or (rules.freeze_share and share_done(rules, position) >= rules.freeze_share)
    )
