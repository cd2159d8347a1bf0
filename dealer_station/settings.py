"""Typed settings of a station and the search for configuration files.

Knows where configuration lies (a checkout's `config/`, a wheel's `dealer_station/_config`, a
house's own folder), how a TOML file becomes a typed model, and what a wrong key or value is
called in the error: always the file (or environment variable) and the key.

Nothing here is global: `load_settings` is called once, in bootstrap, and the result handed down.

Precedence: environment `DEALER_STATION_…` (nested keys joined by `__`), then `MQTT_URL`, then the
file, then the defaults below.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

ENVIRONMENT_PREFIX: Final = "DEALER_STATION_"
# Names the configuration folder; every other variable with the prefix is a settings key.
CONFIG_VARIABLE: Final = "DEALER_STATION_CONFIG"
BROKER_VARIABLE: Final = "MQTT_URL"
SYSTEM_DIRECTORY: Final = Path("/etc/dealer-station")
STATION_FILE: Final = "station.toml"

# A word that may stand in a topic, a URL and a file name.
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")]
Model = TypeVar("Model", bound=BaseModel)
Port = Annotated[int, Field(ge=1, le=65_535)]


class ConfigurationError(Exception):
    """A configuration file or variable that cannot be used. The text names it and the key."""


class Section(BaseModel):
    """One table of a configuration file: unknown keys are errors, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)


class HttpSettings(Section):
    """Where the screens and the API are served."""

    host: str = Field(
        default="127.0.0.1", description="Address to listen on; 0.0.0.0 is every network."
    )
    port: Port = Field(default=8440, description="TCP port of screens and API.")
    origins: tuple[str, ...] = Field(
        default=(),
        description="Addresses beside the station's own from which screens may send commands, "
        "for example https://tables.example. Needed behind a proxy that changes the host.",
    )
    secure_cookie: bool = Field(
        default=False,
        description="Send the session cookie over TLS only. True wherever screens use https.",
    )
    body_bytes_max: int = Field(
        default=65_536, ge=1_024, le=1_048_576, description="Largest request body, in bytes."
    )
    batch_bytes_max: int = Field(
        default=4_194_304,
        ge=65_536,
        le=33_554_432,
        description="Largest batch of bettors, in bytes. 100,000 entries need at most 1.8 million "
        "in the packed form, and some five times that as JSON.",
    )
    metrics_token: SecretStr = Field(
        default=SecretStr(""),
        description="If set, /metrics wants this bearer token. Empty: open to the network.",
    )


class SignInSettings(Section):
    """How people sign in and how long that lasts."""

    failures_max: int = Field(
        default=5, ge=1, le=20, description="Failures within the window that lock an account."
    )
    failure_window_s: int = Field(
        default=900, ge=60, le=86_400, description="Seconds for which a failure counts."
    )
    lock_out_s: int = Field(
        default=900, ge=60, le=86_400, description="Seconds that a lock-out lasts."
    )
    idle_s: int = Field(
        default=900,
        ge=60,
        le=43_200,
        description="Seconds without a request after which a session ends.",
    )
    session_s: int = Field(
        default=43_200, ge=300, le=86_400, description="Seconds after which every session ends."
    )
    approval_s: int = Field(
        default=60,
        ge=10,
        le=300,
        description="Seconds for which a supervisor's approval can be used.",
    )
    password_length_min: int = Field(
        default=12,
        ge=8,
        le=128,
        description="Shortest password that is accepted for a new account.",
    )


class DatabaseSettings(Section):
    """Where the record and the accounts are kept."""

    url: SecretStr = Field(
        default=SecretStr(""),
        description="SQLAlchemy address, sqlite:///… or postgresql+psycopg://…. "
        "Empty: station.db in the data directory.",
    )


class BrokerSettings(Section):
    """The MQTT broker."""

    url: SecretStr = Field(
        default=SecretStr(""),
        description="mqtt://user:password@host:1883 or mqtts://…. Empty: `demo` starts its own. "
        "The environment variable MQTT_URL overrides it.",
    )
    keepalive_s: int = Field(
        default=5,
        ge=1,
        le=60,
        description="Seconds after which a silent connection counts as dead.",
    )


class SignageSettings(Section):
    """Browser signs, which show meters without a sign-in."""

    connections_max: int = Field(
        default=64,
        ge=1,
        le=1_000,
        description="Most signs that are served at once; one more is told to come again later.",
    )


class LoggingSettings(Section):
    """The operational log."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least weight of a line that is written."
    )
    as_json: bool = Field(
        default=True, description="One JSON object a line; false: coloured text for people."
    )


class StationSettings(BaseSettings):
    """Everything that differs from station to station; `config/station.toml` explains each key."""

    model_config = SettingsConfigDict(
        extra="forbid",
        frozen=True,
        validate_default=True,
        env_prefix=ENVIRONMENT_PREFIX,
        env_nested_delimiter="__",
        title="Dealer Station: station.toml",
    )

    site: Name = Field(default="main", description="The site's word in every MQTT topic.")
    station: Name = Field(
        default="station-1", description="This station's name among the site's stations."
    )
    data_directory: Path = Field(
        default=Path("var"), description="Folder for the database and the station's keys."
    )
    tables: tuple[Name, ...] = Field(
        default=(), description="Tables to serve, by file name in tables/. Empty: every file there."
    )
    http: HttpSettings = HttpSettings()
    sign_in: SignInSettings = SignInSettings()
    database: DatabaseSettings = DatabaseSettings()
    mqtt: BrokerSettings = BrokerSettings()
    signage: SignageSettings = SignageSettings()
    logging: LoggingSettings = LoggingSettings()

    @property
    def database_url(self) -> str:
        """The database's address with the default filled in; may hold a password."""
        return (
            self.database.url.get_secret_value()
            or f"sqlite:///{self.data_directory.absolute() / 'station.db'}"
        )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Let the environment win over the file, whose content arrives as `init_settings`."""
        del dotenv_settings, file_secret_settings  # no hidden files
        return env_settings, BrokerVariable(settings_cls), init_settings


class BrokerVariable(EnvSettingsSource):
    """Reads `MQTT_URL`, the name that other tools use for the broker as well."""

    def __call__(self) -> dict[str, Any]:
        """Return the broker's address as settings, or nothing."""
        url = os.environ.get(BROKER_VARIABLE)
        return {"mqtt": {"url": url}} if url else {}


def config_directory() -> Path:
    """Return the configuration that comes with the program: in a checkout or inside the wheel."""
    package = Path(__file__).resolve().parent
    for directory in (package / "_config", package.parent / "config"):
        if (directory / STATION_FILE).is_file():
            return directory
    raise ConfigurationError(f"no configuration found beside {package}")


def configuration_directories(explicit: Path | None = None) -> tuple[Path, ...]:
    """Return the folders to search, most specific first; the program's own is always the last.

    The house's folder is the first of `explicit` (`--config`, a folder or its station.toml),
    `DEALER_STATION_CONFIG` and `/etc/dealer-station`. Raises ConfigurationError where one of the
    first two is named and not there.
    """
    packaged = config_directory()
    named = os.environ.get(CONFIG_VARIABLE)
    for origin, path in (("--config", explicit), (CONFIG_VARIABLE, Path(named) if named else None)):
        if path is None:
            continue
        if not path.exists():
            raise ConfigurationError(f"{origin}: {path} does not exist")
        return path if path.is_dir() else path.parent, packaged
    return (SYSTEM_DIRECTORY, packaged) if SYSTEM_DIRECTORY.is_dir() else (packaged,)


def find_configuration(relative: str, directories: Iterable[Path]) -> Path:
    """Return the first file called `relative` (such as `games/baccarat.toml`) in `directories`."""
    searched = tuple(directories)
    for directory in searched:
        if (directory / relative).is_file():
            return directory / relative
    places = ", ".join(str(directory) for directory in searched)
    raise ConfigurationError(f"{relative}: not found in {places}")


def read_toml(path: Path) -> dict[str, Any]:
    """Return a TOML file's content. Raises ConfigurationError with the file and the reason."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigurationError(f"{path}: {error}") from error


def load_model(path: Path, model: type[Model]) -> Model:
    """Read one TOML file as `model`. Raises ConfigurationError naming file and key."""
    content = read_toml(path)
    try:
        return model.model_validate(content)
    except ValidationError as error:
        raise ConfigurationError(_explain(error, str(path), {})) from error


def load_settings(explicit: Path | None = None) -> StationSettings:
    """Read the station's settings: file, then environment. Raises ConfigurationError."""
    if explicit is not None and explicit.is_file():
        path = explicit
    else:
        path = find_configuration(STATION_FILE, configuration_directories(explicit))
        if explicit is not None and path.parent != explicit:
            raise ConfigurationError(f"--config: {explicit} has no {STATION_FILE}")
    variables = _variables()
    content = read_toml(path)
    try:
        return StationSettings(**content)
    except ValidationError as error:
        raise ConfigurationError(_explain(error, str(path), variables)) from error


def _variables() -> dict[tuple[str, ...], str]:
    """Return settings key -> environment variable; an unknown name is an error, not a shrug."""
    found: dict[tuple[str, ...], str] = {}
    for name in sorted(os.environ):
        upper = name.upper()
        if not upper.startswith(ENVIRONMENT_PREFIX) or upper == CONFIG_VARIABLE:
            continue
        key = tuple(upper.removeprefix(ENVIRONMENT_PREFIX).lower().split("__"))
        if key[0] not in StationSettings.model_fields:
            raise ConfigurationError(f"environment variable {name}: unknown key {'.'.join(key)}")
        found[key] = name
    if os.environ.get(BROKER_VARIABLE):
        found.setdefault(("mqtt", "url"), BROKER_VARIABLE)
    return found


def _explain(error: ValidationError, path: str, variables: Mapping[tuple[str, ...], str]) -> str:
    """Return one line for each fault: where it stands, its key, what is wrong. No value is shown.

    Values stay out because they may be passwords.
    """
    lines = []
    for fault in error.errors(include_url=False, include_input=False, include_context=False):
        key = tuple(str(part) for part in fault["loc"])
        variable = variables.get(key) or variables.get(key[:1])
        place = f"environment variable {variable}" if variable else path
        reason = "unknown key" if fault["type"] == "extra_forbidden" else fault["msg"]
        lines.append(f"{place}: {'.'.join(key) or 'file'}: {reason}")
    return "\n".join(lines)


def schema_files() -> dict[str, bytes]:
    """Return file name -> JSON Schema of the configuration, as editors read it."""
    return {"station.schema.json": schema_bytes(StationSettings)}


def schema_bytes(model: type[BaseModel]) -> bytes:
    """Return a file's JSON Schema as it is stored."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(model.model_json_schema(mode="validation"), option=options)


def write_schemas(files: Mapping[str, bytes], directory: Path) -> None:
    """Write schemas anew; run after a change of their model (`python -m` and its module)."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (directory / name).write_bytes(content)


if __name__ == "__main__":
    write_schemas(schema_files(), config_directory() / "schema")
