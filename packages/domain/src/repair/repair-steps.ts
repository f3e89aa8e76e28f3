import type { RepairStep } from './step.ts'
import { acknowledgementStep } from './steps/acknowledgements.ts'
import { deadlineStep } from './steps/deadlines.ts'
import { feedStep } from './steps/feed.ts'
import { goalCountStep } from './steps/goal-counts.ts'
import { goalStep } from './steps/goals.ts'
import { indexKeyStep } from './steps/index-keys.ts'
import { invitationStep } from './steps/invitations.ts'
import { labelStep } from './steps/labels.ts'
import { orphanStep } from './steps/orphans.ts'
import { parkedStep } from './steps/parked.ts'
import { peopleStep } from './steps/people.ts'
import { placeStep } from './steps/places.ts'
import { postingStep } from './steps/postings.ts'
import { questionStep } from './steps/questions.ts'
import { relationStep } from './steps/relations.ts'
import { usageStep } from './steps/usage.ts'
import { viewCountStep } from './steps/view-counts.ts'
import { webhookStep } from './steps/webhooks.ts'
import { workStep } from './steps/work.ts'

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
    placeStep,
    workStep,
    acknowledgementStep,
    questionStep,
    peopleStep,
    invitationStep,
  ],
  [usageStep, postingStep, relationStep, goalCountStep, labelStep, viewCountStep, webhookStep, feedStep],
]
