import type { RepairStep } from './step.ts'
import { feedStep } from './steps/feed.ts'
import { acknowledgementStep } from './steps/goals/acknowledgements.ts'
import { continuationStep } from './steps/goals/continuations.ts'
import { conversationStep } from './steps/goals/conversation.ts'
import { goalCountStep } from './steps/goals/counts.ts'
import { deadlineStep } from './steps/goals/deadlines.ts'
import { placeStep } from './steps/goals/places.ts'
import { postingStep } from './steps/goals/postings.ts'
import { questionStep } from './steps/goals/questions.ts'
import { relationStep } from './steps/goals/relations.ts'
import { reviewerStep } from './steps/goals/reviewers.ts'
import { reviewStep } from './steps/goals/reviews.ts'
import { goalStep } from './steps/goals/rows.ts'
import { textStep } from './steps/goals/texts.ts'
import { usageStep } from './steps/goals/usage.ts'
import { workStep } from './steps/goals/work.ts'
import { inboxStep } from './steps/inboxes.ts'
import { indexKeyStep } from './steps/index-keys.ts'
import { invitationStep } from './steps/invitations.ts'
import { labelStep } from './steps/labels.ts'
import { orphanStep } from './steps/orphans.ts'
import { parkedStep } from './steps/parked.ts'
import { peopleStep } from './steps/people.ts'
import { viewCountStep } from './steps/view-counts.ts'
import { webhookStep } from './steps/webhooks.ts'

/**
 * The steps of a repair, in rounds. Each round reads the whole table once. A step needs what the rounds before it have corrected:
 * those of the second round list goals by an index, and trust their words and
 * their copies for labels.
 */
export const repairSteps: readonly (readonly RepairStep[])[] = [
  [
    indexKeyStep,
    parkedStep,
    orphanStep,
    goalStep,
    deadlineStep,
    reviewerStep,
    placeStep,
    workStep,
    acknowledgementStep,
    reviewStep,
    questionStep,
    conversationStep,
    continuationStep,
    peopleStep,
    invitationStep,
  ],
  [
    usageStep,
    postingStep,
    textStep,
    relationStep,
    goalCountStep,
    labelStep,
    viewCountStep,
    inboxStep,
    webhookStep,
    feedStep,
  ],
]
