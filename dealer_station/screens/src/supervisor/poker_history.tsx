// A player's hand history on request: the seat, the player who sat there, his hands; to be looked at
// and to be saved for him. It comes by itself, when somebody asks for one.
import { useMemo, useRef, useState } from "preact/hooks";
import { CardWords, Hand } from "../shared/card.tsx";
import { Icon } from "../shared/icons.tsx";
import { phaseIcon } from "../shared/phases.ts";
import { cardsOf } from "../shared/suits.ts";
import { coded, text } from "../shared/texts/texts.ts";
import { momentOf } from "../shared/times.ts";
import {
  type Asked,
  filesOf,
  type HistoryPage,
  history,
  older,
  type Player,
  type PlayersHand,
  save,
} from "./history.ts";
import { Loaded } from "./loaded.ts";
import { LookedUp } from "./looked_up.tsx";
import { LoadState, More, Nothing } from "./panel.tsx";
import { RecallHand } from "./poker_recall.tsx";
import { Signed } from "./rounds.tsx";
import type { ConsoleScreen } from "./screen.ts";

export interface HistoryProps {
  readonly screen: ConsoleScreen;
}

const BOARD_HEIGHT = 96;

/** What was asked at a table, and what has come. */
class Request {
  readonly loaded: Loaded<HistoryPage> = new Loaded();
  asked: Asked | null = null;
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
  }

  ask(asked: Asked): void {
    this.asked = asked;
    this.loaded.clear();
    void this.loaded.load(() => history(this.#table, asked));
  }

  async more(): Promise<void> {
    const { asked } = this;
    const page = this.loaded.value.value;
    if (asked && page?.before) await this.loaded.load(() => older(this.#table, asked, page));
  }

  /** Saves all that was asked for, what is not shown yet with it. */
  async save(): Promise<void> {
    while (this.loaded.value.value?.before) {
      await this.more();
      if (this.loaded.problem.value) return;
    }
    const page = this.loaded.value.value;
    if (page) filesOf(this.#table, page).forEach(save);
  }
}

const hands = ({ first, last }: Player): string =>
  text(last ? "history.hands" : "history.hands_from", { first, last: last ?? "" });

const asNumber = (value: string): number | null => (value ? Number(value) : null);

interface FormProps extends HistoryProps {
  readonly request: Request;
}

function Form({ screen, request }: FormProps) {
  const page = request.loaded.value.value;
  const [seat, setSeat] = useState("");
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  // Those of the seat stay to choose from when the station has refused a range of hands.
  const players = useRef<readonly Player[]>([]);
  if (page) players.current = page.players;
  const now = screen.floor.value?.now ?? 0;
  const choose = (value: string): void => {
    setSeat(value);
    setFirst("");
    setLast("");
    players.current = [];
    if (value) request.ask({ seat: Number(value) });
  };
  const choosePlayer = (player: Player | undefined): void => {
    if (!player) return;
    setFirst(String(player.first));
    setLast(player.last ? String(player.last) : "");
    request.ask({ seat: Number(seat), first: player.first, last: player.last });
  };
  return (
    <form
      class="log-form"
      data-testid="history-form"
      onSubmit={(event) => {
        event.preventDefault();
        request.ask({ seat: Number(seat), first: asNumber(first), last: asNumber(last) });
      }}
    >
      <div class="filters">
        <label class="filter">
          <span>{text("history.seat")}</span>
          <select
            data-testid="history-seat"
            value={seat}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            <option value="">–</option>
            {(screen.view.value?.table.seats ?? []).map((each) => (
              <option key={each} value={each}>
                {text("place.seat", { seat: each })}
              </option>
            ))}
          </select>
        </label>
        <label class="filter">
          <span>{text("history.player")}</span>
          <select
            data-testid="history-player"
            value={String(page?.player?.first ?? "")}
            disabled={players.current.length === 0}
            onChange={(event) =>
              choosePlayer(
                players.current.find(({ first: own }) => String(own) === event.currentTarget.value),
              )
            }
          >
            {!page?.player && <option value="">–</option>}
            {players.current.map((player) => (
              <option key={player.first} value={player.first}>
                {hands(player)} · {momentOf(player.seated_at, now)}
              </option>
            ))}
          </select>
        </label>
        <label class="filter">
          <span>{text("history.first")}</span>
          <input
            type="number"
            min="1"
            data-testid="history-first"
            value={first}
            onInput={(event) => setFirst(event.currentTarget.value)}
          />
        </label>
        <label class="filter">
          <span>{text("history.last")}</span>
          <input
            type="number"
            min="1"
            data-testid="history-last"
            value={last}
            onInput={(event) => setLast(event.currentTarget.value)}
          />
        </label>
      </div>
      <p class="history-acts">
        <button type="submit" class="search-go" data-testid="history-go" disabled={!seat}>
          {text("history.go")}
        </button>
        <button
          type="button"
          class="link-button"
          data-testid="history-save"
          disabled={!page || page.hands.length === 0 || request.loaded.isLoading.value}
          onClick={() => void request.save()}
        >
          <Icon name="down" size={18} />
          {text("history.save")}
        </button>
      </p>
    </form>
  );
}

interface RowProps extends HistoryProps {
  readonly seat: number;
  readonly hand: PlayersHand;
}

function Row({ screen, seat, hand }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { number, view } = hand;
  const board = cardsOf(view.cards?.board);
  return (
    <li class="movement" data-open={isOpen}>
      <button
        type="button"
        class="movement-line"
        aria-expanded={isOpen}
        data-testid={`history-${number}`}
        data-cards={view.cards?.[String(seat)]}
        onClick={() => setOpen(!isOpen)}
      >
        <time>{momentOf(hand.opened_at, screen.floor.value?.now ?? hand.opened_at)}</time>
        <span>{text("bar.round.pots", { round: number })}</span>
        <CardWords cards={cardsOf(view.cards?.[String(seat)])} />
        <span class="movement-amount">{hand.net ? <Signed amount={hand.net} /> : "–"}</span>
        <span class="movement-after">
          <Icon name={phaseIcon(hand.phase)} size={14} />
          {coded("phase", hand.phase)}
        </span>
      </button>
      {isOpen && (
        <div class="recall event-details" data-testid={`history-details-${number}`}>
          {board.length > 0 && (
            <div class="recall-dealer">
              <Hand cards={board} height={BOARD_HEIGHT} step={72} />
            </div>
          )}
          <RecallHand round={hand} />
        </div>
      )}
    </li>
  );
}

export function PlayerHistory({ screen }: HistoryProps) {
  const table = screen.table.value ?? "";
  const request = useMemo(() => new Request(table), [table]);
  const { loaded } = request;
  const page = loaded.value.value;
  return (
    <div class="looked-up">
      <LookedUp screen={screen} title={`${table} · ${text("history.title")}`} />
      <p class="recall-about">{text("history.hint")}</p>
      <Form screen={screen} request={request} />
      <LoadState loaded={loaded} />
      <div class="movements" data-scrolls data-testid="history-hands">
        {page && page.hands.length === 0 && !page.before && (
          <Nothing
            icon="person"
            title={text(page.players.length > 0 ? "history.no_hands" : "history.nobody")}
            testid="history-nothing"
          />
        )}
        <ol>
          {(page?.hands ?? []).map((hand) => (
            <Row key={hand.number} screen={screen} seat={page?.seat ?? 0} hand={hand} />
          ))}
        </ol>
        {page?.before && <More loaded={loaded} onMore={() => void request.more()} />}
      </div>
    </div>
  );
}
