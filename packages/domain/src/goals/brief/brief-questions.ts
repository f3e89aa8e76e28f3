import { maximumBriefQuestions } from '@cairn/contract/schemas/feed/brief'
import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import type { Database } from '../../storage/database/client.ts'
import { longId } from '../../storage/table/short-id.ts'
import type { GoalAuthority } from '../rules/authority.ts'
import { readMarkedQuestions } from '../work/questions/open-questions.ts'
import { readVisibility } from '../work/questions/question-sight.ts'
import { isOpenAt, type OrganizationWork } from '../work/work.ts'

/** Some may be about goals that the caller does not see. */
const maximumRead = 3 * maximumBriefQuestions

/** Reads the open questions that the caller's user was asked and may see, oldest first, in one round trip. */
export async function readBriefQuestions(
  database: Database,
  organizationId: string,
  authority: GoalAuthority,
  work: OrganizationWork,
  now: Date,
): Promise<GoalQuestion[]> {
  const asked = [...work.values()]
    .flatMap(({ questions }) => questions)
    .filter((question) => isOpenAt(question, now) && question.askedUserIds.includes(authority.userId))
    .sort((one, other) => (one.questionId < other.questionId ? -1 : 1))
    .slice(0, authority.seesAll && authority.goalIds === null ? maximumBriefQuestions : maximumRead)
  const goalIds = asked.map(({ goalKey }) => longId(goalKey))
  const [questions, isVisible] = await Promise.all([
    readMarkedQuestions(database, organizationId, asked, now),
    readVisibility(database, organizationId, authority, goalIds),
  ])
  return questions
    .filter((question) => question !== null)
    .filter(({ goalId }) => isVisible(goalId))
    .slice(0, maximumBriefQuestions)
}

/** Of the questions in a brief, in bytes, so that goals and events have space. */
const maximumBytes = 12 * 1024
/** Of a single one. A longer one has so many control characters that nobody can read it. */
const maximumBytesOfOne = 24 * 1024

/** Returns the first questions that fit into a brief. */
export function fitQuestions(questions: readonly GoalQuestion[]): GoalQuestion[] {
  let bytes = 0
  const fitting = questions.findIndex((question, index) => {
    bytes += Buffer.byteLength(JSON.stringify(question)) + 1
    return bytes > (index === 0 ? maximumBytesOfOne : maximumBytes)
  })
  return questions.slice(0, fitting === -1 ? questions.length : fitting)
}
