import { kindOfActor, times } from '../examples.ts'
import type { GroupTexts } from './group-texts.ts'

const fence = 1_795_000_000_000

export const goalClaimsTexts: GroupTexts<'goal-claims'> = {
  operations: {
    listGoalClaims:
      'Returns who works on which goal now: every goal within the sight of the caller whose claim has not expired, those whose lease ends first at the beginning.',
    claimGoal: `Claims a goal, so that nobody else works on it. The claim ends when its lease does, unless it is renewed; a program that dies holds a goal for one lease at most. Whoever may write the goal may claim it.

The same holder with the same \`runId\` gets 200 with the same fence, and the lease starts again: repeat the request if its answer was lost. Every other run of a token is another holder, and without \`runId\` nothing is extended: \`goal_claimed\`. A goal that is not ready is \`goal_not_ready\`.

\`claim.fence\` only rises. Send it as \`claimFence\` with reports and edits: if the claim was lost in between, nothing is written. An event \`goal.claimed\` follows.`,
    claimNextGoal: `Claims the most pressing goal that is ready and that the caller may write, in one step: many at once get different goals. The filters are those of the list of goals; \`parentGoalId\` takes goals anywhere below it. Among more than 1,000 active goals, those with the earliest target dates are looked at.

200 with \`goal: null\` means that no goal is ready: ask again after \`retryAfterSeconds\`. A run that has a goal from an earlier request gets the same one, with 200.`,
    renewGoalClaim: `Starts the lease of a claim again, and changes its note. Renew well before \`expiresAt\`; a renewal costs little and is no event. \`goal_claim_lost\` means that the claim has expired, was taken back, or is not the caller's: stop working.`,
    releaseGoalClaim: `Ends a claim of the caller, which needs its \`fence\`. The owner of the goal, and owners and admins of the organization, end any claim in a session, without a fence. An event \`goal.claim_ended\` follows.`,
  },
  fields: {
    claim: [undefined],
    claims: ['The claims.'],
    fence: [undefined, fence],
    'RenewGoalClaimRequest.fence': ['The fence of the claim.', fence],
    claimFence: [undefined, fence],
    leaseSeconds: [undefined, 900],
    externalUrl: [undefined, 'https://ci.example.com/runs/8841'],
    'ClaimGoalRequest.runId': [undefined, 'nightly-2026-11-20'],
    'ClaimNextGoalRequest.runId': [undefined, 'nightly-2026-11-20'],
    'ClaimNextGoalRequest.ownerUserId': [undefined, 'me'],
    'ClaimNextGoalRequest.q': ['Words of the goal, as in the list of goals.', 'pap print'],
    'ClaimNextGoalRequest.labelId': ['Only goals that have this label.'],
    'ClaimGoalRequest.note': [undefined, 'Counting the printers'],
    'RenewGoalClaimRequest.note': [undefined, 'Counting the printers'],
    'GoalClaim.note': ['What the holder is doing; `null` if it did not say.', 'Counting the printers'],
    'GoalClaim.runId': ['The run that claimed; `null` if it did not say.', 'nightly-2026-11-20'],
    'GoalClaim.externalUrl': [
      'Where people can watch the work; `null` if nowhere.',
      'https://ci.example.com/runs/8841',
    ],
    'GoalClaim.claimedAt': ['When the work began.', times.now],
    'GoalClaim.expiresAt': [undefined, times.inAWeek],
    'ListedGoalClaim.note': ['What the holder is doing; `null` if it did not say.', 'Counting the printers'],
    'ListedGoalClaim.runId': ['The run that claimed; `null` if it did not say.', 'nightly-2026-11-20'],
    'ListedGoalClaim.externalUrl': [
      'Where people can watch the work; `null` if nowhere.',
      'https://ci.example.com/runs/8841',
    ],
    'ListedGoalClaim.claimedAt': ['When the work began.', times.now],
    'ListedGoalClaim.expiresAt': [undefined, times.inAWeek],
    'ClaimedGoal.id': ['The goal.'],
    'ClaimedGoal.title': ['Its title.', 'Halve the paper'],
    retryAfterSeconds: [undefined, 30],
    'NamedActor.kind': kindOfActor,
    'NamedActor.displayName': [undefined, 'Paper agent'],
    handoff: [undefined],
    'CreateGoalUpdateRequest.handoff': [undefined, 'Floor 2 is counted. Floor 3 needs a key from Ben.'],
    'GoalUpdate.handoff': [undefined, 'Floor 2 is counted. Floor 3 needs a key from Ben.'],
    'GoalHandoff.text': ['The text, in Markdown.', 'Floor 2 is counted. Floor 3 needs a key from Ben.'],
    'GoalHandoff.revision': [undefined, 5],
    'GoalHandoff.createdAt': ['When it was reported.', times.reported],
    usage: [undefined],
    used: [undefined],
    budget: ['What work on the goal should use at most; `null`: no limit. Only people change it.'],
    inputTokens: ['Tokens that models read.', 41_000],
    outputTokens: ['Tokens that models wrote.', 5_200],
    seconds: ['Seconds of work.', 340],
    costMicros: ['Millionths of the one currency that the team uses.', 210_000],
    'GoalBudget.tokens': [undefined, 2_000_000],
    'GoalUsed.reports': [undefined, 4],
  },
  schemas: {
    ClaimGoalRequest: 'How long, and for which run.',
    ClaimNextGoalRequest: 'Which goals come into question, and how long the claim lasts.',
    ClaimNextGoalResponse: 'The goal that was claimed, or none.',
    ClaimedGoal: 'A goal.',
    ClaimedGoalResponse: 'The goal and the claim on it.',
    GoalClaim: 'That somebody works on a goal.',
    GoalClaimResponse: 'A claim.',
    GoalHandoff: 'What whoever continues must know.',
    ListGoalClaimsResponse: 'A page of claims.',
    ListedGoalClaim: 'A claim with its goal.',
    RenewGoalClaimRequest: 'Which claim, and how long.',
  },
}
