"""Private servers and services for the scripts beside this folder; all of it goes away with the script."""

import contextlib
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

from play import Failed, expect

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def say(text):
    print(f"== {time.strftime('%H:%M:%S')} {text}", flush=True)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def need(program, package):
    """Installs a program where that is possible, or says which is missing."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin")
    if not found and os.getuid() == 0 and shutil.which("apt-get"):
        say(f"installing {package}")
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=environment)
        # Debian starts a server when it is installed, on ports of its own; it is not the one that is used.
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]
        subprocess.run(install, check=True, env=environment, stdout=subprocess.DEVNULL)
        found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin")
    expect(found, f"please install {program} (on Debian: apt-get install {package})")
    return found


def binaries(*packages):
    """The programs, built; MOELLE_BIN names a folder with others."""
    if folder := os.environ.get("MOELLE_BIN"):
        return pathlib.Path(folder)
    command = ["cargo", "build", "--locked", *(word for name in packages for word in ("-p", name))]
    subprocess.run(command, cwd=ROOT, check=True)
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug"


class Process:
    """A program that runs until the script ends, with its lines in a file."""

    def __init__(self, name, command, folder, environment=None, user=None):
        self.name = name
        self.log = folder / f"{name}.log"
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("MOELLE_", "OTEL_", "DATABASE_"))}
        with open(self.log, "ab") as lines:
            self.process = subprocess.Popen(
                [str(word) for word in command],
                env=inherited | {k: str(v) for k, v in (environment or {}).items()},
                stdout=lines, stderr=lines, stdin=subprocess.DEVNULL, user=user, cwd="/",
            )

    def lines(self):
        return self.log.read_text(errors="replace")

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                return self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise Failed(f"{self.name} did not end within 20 s") from None
        return self.process.returncode


class Stage:
    """Everything that a script starts."""

    def __enter__(self):
        self.exits = contextlib.ExitStack()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="moelle-", dir="/tmp"))
        self.folder.chmod(0o755)
        self.exits.callback(shutil.rmtree, self.folder, True)
        return self

    def __exit__(self, kind, error, trace):
        if error is not None:
            for log in sorted(self.folder.glob("*.log")):
                print(f"-- {log.name}\n" + "\n".join(log.read_text(errors="replace").splitlines()[-25:]))
        self.exits.close()

    def start(self, name, command, environment=None, user=None):
        process = Process(name, command, self.folder, environment, user)
        self.exits.callback(lambda: process.process.poll() is None and process.process.kill())
        return process

    def game(self, folder, database, name="game", **more):
        """A replica of the game service, and the ports of gRPC and of operators."""
        grpc, admin = free_port(), free_port()
        environment = {
            "DATABASE_URL": database,
            "MOELLE_LISTEN": f"127.0.0.1:{grpc}",
            "MOELLE_ADMIN_LISTEN": f"127.0.0.1:{admin}",
            "MOELLE_LOG_FORMAT": "json",
        }
        process = self.start(name, [folder / "moelle-game"], environment | more)
        process.grpc, process.admin = grpc, admin
        until_ready(process, admin)
        return process

    def gateway(self, folder, games, name="gateway", **more):
        """A gateway before some replicas."""
        http, admin = free_port(), free_port()
        environment = {
            "MOELLE_GRPC_URL": ",".join(f"http://127.0.0.1:{game.grpc}" for game in games),
            "MOELLE_GATEWAY_LISTEN": f"127.0.0.1:{http}",
            "MOELLE_GATEWAY_ADMIN_LISTEN": f"127.0.0.1:{admin}",
            "MOELLE_LOG_FORMAT": "json",
        }
        process = self.start(name, [folder / "moelle-gateway"], environment | more)
        process.http, process.admin = http, admin
        until_ready(process, admin)
        return process


def until_ready(process, port, path="/readyz", seconds=30):
    until = time.monotonic() + seconds
    while True:
        expect(process.process.poll() is None, f"{process.name} has ended:\n{process.lines()[-2000:]}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            pass
        expect(time.monotonic() < until, f"{process.name} is not ready:\n{process.lines()[-2000:]}")
        time.sleep(0.1)


class Postgres:
    """A private PostgreSQL cluster, of 15 or newer."""

    def __init__(self, stage, name="cluster", settings=(), fill=None):
        """A new one; `fill` fills its data folder in place of initdb."""
        self.bin = self.programs()
        self.user = self.account()
        self.folder = stage.folder / name
        self.settings = settings
        self.folder.mkdir()
        if self.user:
            shutil.chown(self.folder, self.user)
        self.port = free_port()
        init = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-instructions"]
        if fill:
            fill(self)
        else:
            self.run("initdb", f"--pgdata={self.folder}/data", *init)
        stage.exits.callback(self.stop, "immediate")
        self.start()

    @staticmethod
    def programs():
        folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("[0-9]*/bin"), key=lambda it: -int(it.parent.name))
        on_path = shutil.which("initdb")
        folders += [pathlib.Path(on_path).parent] if on_path else []
        expect(folders, "please install PostgreSQL 15 or newer (on Debian: apt-get install postgresql)")
        return folders[0]

    @staticmethod
    def account():
        """PostgreSQL refuses to be run by root."""
        if os.getuid() != 0:
            return None
        names = {entry.pw_name for entry in pwd.getpwall()}
        return "postgres" if "postgres" in names else "nobody"

    def run(self, program, *arguments, check=True, **more):
        command = [str(self.bin / program), *map(str, arguments)]
        done = subprocess.run(command, text=True, capture_output=True, user=self.user, cwd="/", **more)
        if check and done.returncode != 0:
            raise Failed(f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def start(self):
        options = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories={self.folder}"
        options += "".join(f" -c {setting}" for setting in self.settings)
        log = f"--log={self.folder}/server.log"
        # pg_ctl's server keeps the pipes open, so what it says goes to a file.
        command = [self.bin / "pg_ctl", f"--pgdata={self.folder}/data", log, f"--options={options}", "--wait", "start"]
        done = subprocess.run(list(map(str, command)), user=self.user, cwd="/", stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        expect(done.returncode == 0, "PostgreSQL does not start")

    def stop(self, mode="fast"):
        self.run("pg_ctl", f"--pgdata={self.folder}/data", f"--mode={mode}", "--wait", "stop", check=mode == "fast")

    def url(self, database, user="postgres", port=None):
        return f"postgres://{user}@127.0.0.1:{port or self.port}/{database}"

    def ask(self, database, statement, user="postgres", port=None):
        arguments = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"]
        return self.run("psql", *arguments, f"--command={statement}", self.url(database, user, port)).strip()
