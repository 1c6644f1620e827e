"""A task of a few numbers: which of four features is shifted, told by a line with dropout."""

from dataclasses import dataclass

import torch

from featureshift.train.report import Report
from featureshift.train.schedule import Schedule
from featureshift.train.seeds import Branch
from featureshift.train.settings import TaskConfig
from featureshift.train.task import Rules, Task

FEATURES = 4


@dataclass(frozen=True)
class ToyConfig(TaskConfig):
    kind: str = "toy"
    log_every: int = 3
    steps: int = 10
    validate_every: int = 5
    accumulate: int = 1
    average: float = 0.0
    clip: float = 0.0
    patience: int = 0
    tables: int = 0
    parts: int = 2
    """Preparations to be done."""


class ToyTask(Task):
    config_class = ToyConfig
    free = budget = frozenset(("steps",))

    def __init__(self, config):
        super().__init__(config)
        self.served, self.closed, self.exported = 0, False, []
        self.reports = None
        """Given ones instead of true ones."""

    @property
    def rules(self):
        config = self.config
        return Rules(
            Schedule(0.1, warmup_steps=2, total_steps=config.steps),
            batch=8,
            validate_every=config.validate_every,
            accumulate=config.accumulate,
            clip=config.clip,
            average=config.average,
            patience=config.patience,
        )

    @property
    def validation_tables(self):
        return self.config.tables

    @property
    def least_features(self):
        return FEATURES

    def prepare(self, split, out, session):
        for done in range(self.config.parts):
            session.prepared(done + 1, self.config.parts)
            (out / f"part-{done}").touch()
            if session.is_over():
                return False
        return True

    def close(self):
        self.closed = True

    def initial_network(self):
        torch.manual_seed(Branch.GRAPHNET_WEIGHTS.seed(self.config.seed))
        return torch.nn.Sequential(torch.nn.Dropout(0.3), torch.nn.Linear(FEATURES, FEATURES))

    def optimizer(self, network):
        return torch.optim.Adam(network.parameters())

    def next_batch(self, step):
        self.served += 1
        rng = Branch.GRAPHNET_BATCH.generator(self.config.seed, self.served)
        shifted = rng.random((8, FEATURES)) < 0.3
        values = rng.normal(size=shifted.shape) + 2 * shifted
        return tuple(torch.tensor(part, dtype=torch.float32) for part in (values, shifted))

    def losses(self, network, batch):
        values, shifted = batch
        loss = torch.nn.functional.binary_cross_entropy_with_logits(network(values), shifted)
        return {"total": loss, "half": loss / 2}

    @torch.no_grad()
    def validate(self, network):
        if self.reports is not None:
            f1, loss = self.reports.pop(0)
            return Report(f1, {"T1": f1}, loss, 0.0, 1)
        was_training = network.training
        loss = float(network.eval()(torch.eye(FEATURES)).square().mean())
        network.train(was_training)
        return Report(1 / (1 + loss), {}, loss, 0.0, FEATURES)

    def score(self, report):
        return report.mean_f1

    def best_words(self, score):
        return f"score {score:.2f}"

    def state(self):
        return {"served": self.served}

    def restore(self, content, network):
        self.served = content["served"]

    def export(self, best, out, directory, metadata):
        self.exported.append((best, directory, metadata))
