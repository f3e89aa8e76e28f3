/** The words for people and programs. */
import { programWords } from '@cairn/contract/display/program-words'
import type { NamedActor } from '@cairn/contract/schemas/actors'
import { formerMember } from '@cairn/domain/organizations/context/read-names'

type Acting = Omit<NamedActor, 'displayName'> & { displayName: string | undefined }

/** Returns who acts, such as `Helpdesk bot (agent, run 4711)`, and a run id that is too long for it. */
export function actorWords(actor: Acting): { by: string; run?: string } {
  if (actor.kind === 'user') return { by: actor.displayName ?? formerMember }
  const { name, details } = programWords(actor, actor.displayName)
  return { by: `${name}${details}`, ...wholeRun(actor, details) }
}

/** The id of a run that the words for its program have only the beginning of. */
export function wholeRun({ runId }: Pick<NamedActor, 'runId'>, words: string): { run?: string } {
  return runId === null || words.includes(runId) ? {} : { run: runId }
}
