/** The choice of a goal to claim: one that is named, or the most pressing one that is ready. */
import type {
  CairnClient,
  ClaimGoalRequest,
  ClaimNextGoalRequest,
  HeldGoal,
  NoGoalReady,
} from '@cairn/client'
import type { Command } from 'commander'
import { goalIdIn, wholeNumber } from '../../arguments.ts'
import { usageError } from '../../exit-codes.ts'
import { ownerIn } from '../../people.ts'
import { findLabels } from '../goal/labels-by-name.ts'

export type ChoiceOptions = {
  next?: true
  below?: string
  label?: string
  owner?: string
  search?: string
  lease?: number
}

/** Adds the options of every command that claims a goal. */
export const withChoice = (command: Command) =>
  command
    .option('--next', 'the most pressing goal that is ready')
    .option('--below <goal>', 'the next one anywhere below this goal', goalIdIn)
    .option('--label <name>', 'the next one that has a label, by name or id')
    .option('--owner <user>', 'the next one of me, none, or a member by name, address or id')
    .option('--search <words>', 'the next one with these words')
    .option('--lease <seconds>', 'how long the claim lasts unless it is renewed; default: 900', wholeNumber)

/** Whether the service chooses the goal. A filter says so too. */
export const isNext = ({ next, below, label, owner, search }: ChoiceOptions) =>
  next === true || [below, label, owner, search].some((filter) => filter !== undefined)

/** The content of a claim, which names a run of its own without `runId`. */
type Claim = Pick<ClaimGoalRequest, 'runId' | 'externalUrl' | 'note'>

/** @throws `CommandError` if the arguments name no goal, or one and `--next`. */
export async function claimChosen(
  cairn: CairnClient,
  goalId: string | undefined,
  options: ChoiceOptions,
  claim: Claim,
): Promise<HeldGoal | NoGoalReady> {
  const leaseSeconds = options.lease
  if (!isNext(options)) {
    if (goalId === undefined) throw usageError('Name a goal, or use --next.')
    return cairn.claim(goalId, { ...claim, leaseSeconds })
  }
  if (goalId !== undefined) throw usageError('Name a goal or use --next, not both.')
  const { note, ...rest } = claim
  if (note !== undefined) throw usageError('--note needs a goal that is named.')
  return cairn.claimNext({ ...(await filterOf(cairn, options)), ...rest, leaseSeconds })
}

async function filterOf(
  cairn: CairnClient,
  { below, label, owner, search }: ChoiceOptions,
): Promise<ClaimNextGoalRequest> {
  const [labelId] = label === undefined ? [] : await findLabels(cairn, [label])
  return {
    parentGoalId: below,
    labelId,
    ownerUserId: owner === undefined ? undefined : await ownerIn(cairn, owner),
    q: search,
  }
}
