"""A game over REST as an application plays it: every turn with a key, and again until it is answered.

Whatever happens to the service meanwhile, each turn that was acknowledged must be among the events of
the game, once and in order. `Table.prove` holds the two against each other.
"""

import http.client
import json
import pathlib
import threading
import time
import urllib.error
import urllib.request
import uuid

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "vectors" / "games.jsonl"
# What says that the same request may be sent again.
TRY_AGAIN = {429, 502, 503, 504}
# A machine that is busy with much else takes its time to start a database.
GIVE_UP_S = 180


class Failed(Exception):
    """What had to hold does not."""


def expect(holds, text):
    if not holds:
        raise Failed(text)


def longest_game(turns_min=60):
    """A game of the vectors by the usual rules, long enough for much to happen in it."""
    with open(VECTORS, encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines]
    fitting = [g for g in games if g["variant"] == "nine" and not g["rules"] and len(g["turns"]) >= turns_min]
    expect(fitting, f"no game with {turns_min} turns among the vectors")
    return min(fitting, key=lambda game: len(game["turns"]))


class Gateway:
    """A gateway, asked over REST."""

    def __init__(self, base):
        self.base = base

    def ask(self, method, path, body=None, headers=None, timeout=15):
        """Status and document of the answer. A connection that fails is status 0."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method, headers=headers or {})
        if data is not None:
            request.add_header("content-type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            try:
                return error.code, json.loads(error.read() or b"null")
            except (ValueError, OSError):
                return error.code, None
        except (OSError, ValueError, http.client.HTTPException) as error:
            return 0, {"detail": repr(error)}

    def patiently(self, method, path, body=None, headers=None, refused=lambda: None):
        """The same, again and again while the answer says that it may be, which `refused` is told of."""
        until, seen = time.monotonic() + GIVE_UP_S, []
        while True:
            status, document = self.ask(method, path, body, headers)
            if status and status not in TRY_AGAIN:
                return status, document
            seen.append(status)
            refused()
            expect(time.monotonic() < until, f"{method} {path}: no answer in {GIVE_UP_S} s, but {seen}: {document}")
            time.sleep(0.1)

    def until_ready(self, seconds=60):
        until = time.monotonic() + seconds
        while self.ask("GET", "/readyz", timeout=2)[0] != 200:
            expect(time.monotonic() < until, f"not ready in {seconds} s")
            time.sleep(0.1)


class Table:
    """Both players of one game, and what they were told."""

    def __init__(self, gateway, game):
        self.gateway = gateway
        self.vector = game
        body = {"variant": game["variant"], "seat": "both"}
        status, created = gateway.patiently("POST", "/v1/games", body, {"idempotency-key": str(uuid.uuid4())})
        expect(status == 201, f"the game is not created: {status} {created}")
        self.id = created["game"]["id"]
        self.revision = created["game"]["revision"]
        self.tokens = {seat["side"]: seat["token"] for seat in created["seats"]}
        self.acknowledged = []
        self.retries = 0
        self.longest_wait_s = 0.0

    def count_retry(self):
        self.retries += 1

    def play(self, turns):
        for turn in turns:
            side = "white" if len(self.acknowledged) % 2 == 0 else "black"
            headers = {
                "authorization": f"Bearer {self.tokens[side]}",
                "idempotency-key": str(uuid.uuid4()),
            }
            body = {"turn": turn, "revision": self.revision}
            started = time.monotonic()
            path = f"/v1/games/{self.id}/turns"
            status, played = self.gateway.patiently("POST", path, body, headers, self.count_retry)
            self.longest_wait_s = max(self.longest_wait_s, time.monotonic() - started)
            expect(status == 200, f"turn {len(self.acknowledged) + 1}, {turn}: {status} {played}")
            self.revision = played["game"]["revision"]
            self.acknowledged.append((self.revision, turn))

    def events(self):
        """Every event of the game, page by page."""
        events, after = [], 0
        while True:
            status, page = self.gateway.patiently("GET", f"/v1/games/{self.id}/events?after={after}&limit=100")
            expect(status == 200, f"the events cannot be read: {status} {page}")
            events += page["events"]
            if not page["more"]:
                return events
            after = events[-1]["revision"]

    def prove(self):
        """Nothing that was acknowledged is lost, nothing is there twice, and the game is what it should be."""
        events = self.events()
        revisions = [event["revision"] for event in events]
        expect(revisions == list(range(1, len(events) + 1)), f"the revisions have gaps: {revisions}")
        stored = [(event["revision"], event["turn"]) for event in events if event["type"] == "turn_played"]
        expect(stored == self.acknowledged, f"acknowledged {self.acknowledged}\nstored {stored}")
        status, game = self.gateway.patiently("GET", f"/v1/games/{self.id}")
        expect(status == 200, f"the game cannot be read: {status}")
        game = game.get("game", game)
        if len(self.acknowledged) == len(self.vector["turns"]):
            outcome = game["outcome"] or {}
            ending = (outcome.get("result"), outcome.get("termination"))
            expect(ending == (self.vector["result"], self.vector["termination"]), f"the outcome is {outcome}")
        return events


class Playing(threading.Thread):
    """Turns that are played while something else is done."""

    def __init__(self, table, turns):
        super().__init__(daemon=True)
        self.table, self.turns, self.failure = table, turns, None
        self.start()

    def run(self):
        try:
            self.table.play(self.turns)
        except Exception as failure:  # noqa: BLE001 - raised by `finish`
            self.failure = failure

    def finish(self):
        self.join()
        if self.failure:
            raise self.failure


class Watcher(threading.Thread):
    """Follows a game over SSE, resuming after what it knows whenever the stream ends."""

    def __init__(self, gateway, game):
        super().__init__(daemon=True)
        self.game = game
        self.go_on_at(gateway)
        self.revisions = []
        self.snapshots = 0
        self.streams = 0
        self.saw_end = threading.Event()
        self.start()

    def go_on_at(self, gateway):
        """Where the next stream is opened, when this one ends."""
        self.url = f"{gateway.base}/v1/games/{self.game}/events"

    def run(self):
        while not self.saw_end.is_set():
            headers = {"accept": "text/event-stream"}
            if self.revisions:
                headers["last-event-id"] = str(self.revisions[-1])
            request = urllib.request.Request(self.url, headers=headers)
            try:
                with urllib.request.urlopen(request, timeout=30) as stream:
                    self.streams += 1
                    if stream.status == 204:
                        self.saw_end.set()
                        return
                    self.read(stream)
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.2)

    def read(self, stream):
        kind, revision = None, None
        for line in stream:
            name, _, value = line.decode().rstrip("\n").partition(":")
            value = value.strip()
            if name == "event":
                kind = value
            elif name == "id" and value:
                revision = int(value)
            elif not line.strip() and kind:
                if kind in ("snapshot", "event"):
                    self.snapshots += kind == "snapshot"
                    self.revisions.append(revision)
                kind = None

    def prove(self, last):
        """Every event was seen once and in order, from the snapshot on."""
        expect(self.saw_end.wait(60), f"the watcher has not seen the end; it saw {self.revisions}")
        expected = list(range(self.revisions[0], last + 1))
        expect(self.revisions == expected, f"the watcher saw {self.revisions}")
        expect(self.snapshots == 1, f"{self.snapshots} snapshots where one stream resumes the other")
