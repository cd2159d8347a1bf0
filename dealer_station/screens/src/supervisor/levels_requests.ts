// Changes of a level, sent: a second person signs exactly this body, and exactly this one is sent. One
// whose answer was lost is sent again under its id, so that it is carried out once.
import { NO_REPLY, ProblemError, request } from "../shared/api.ts";
import { untilAnswered } from "../shared/commands.ts";
import { newId } from "../shared/ids.ts";
import type { Approval, Problem } from "../shared/view.ts";
import type { MeterRow } from "./floor.ts";
import { type ChangeBody, problemHere } from "./levels.ts";

type Place = Pick<MeterRow, "progressive" | "level">;

const pathOf = ({ progressive, level }: Place): string =>
  `/api/progressives/${encodeURIComponent(progressive)}/levels/${encodeURIComponent(level)}`;

/** Null when it was done. */
async function problemIn(doing: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await doing();
    return null;
  } catch (error) {
    return error instanceof ProblemError ? problemHere(error.problem) : NO_REPLY;
  }
}

/** Signs a change as a second person and sends it. A no has changed nothing: it may be signed again. */
export const change = (
  place: Place,
  body: ChangeBody,
  person: string,
  password: string,
): Promise<Problem | null> =>
  problemIn(async () => {
    const signed = { body: { person, password, change: body } };
    const { approval } = await request<Approval>("POST", `${pathOf(place)}/approvals`, signed);
    await untilAnswered(`${pathOf(place)}/changes`, body, approval);
  });

/** Takes a reading of what a level holds now. */
export const readMeter = (place: Place): Promise<Problem | null> =>
  problemIn(() =>
    untilAnswered(`${pathOf(place)}/readings`, { command: "read_meter", command_id: newId() }),
  );
