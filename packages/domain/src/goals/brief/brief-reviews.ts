import { type BriefReview, maximumBriefReviews } from '@cairn/contract/schemas/feed/brief'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import { longId } from '../../storage/table/short-id.ts'
import { rightToConfirm } from '../review/verification.ts'
import { type GoalAuthority, maySee } from '../rules/authority.ts'
import type { OrganizationWork } from '../work/work.ts'

/**
 * Returns the reports whose verdicts the caller's user may confirm, of the goals that the caller sees. Goals that the user reviews come
 * first, then those that nobody reviews in particular, then those of other reviewers; of each kind, the oldest report first.
 */
export function briefReviews(
  authority: GoalAuthority,
  role: OrganizationRole,
  work: OrganizationWork,
): BriefReview[] {
  const viewer = { userId: authority.userId, role }
  const reviews = [...work.values()]
    .flatMap(({ review }) => review ?? [])
    .map((review) => ({ ...review, goalId: longId(review.goalKey) }))
    .filter((review) => maySee(authority, review) && rightToConfirm(review, viewer) !== undefined)
    .flatMap(({ goalId, title, reviewerUserId, reports }) =>
      reports
        .filter(({ userId }) => userId !== authority.userId)
        .map(({ revision, at, count }) => ({
          place: placeOf(reviewerUserId, authority.userId),
          at,
          review: { goal: { id: goalId, title }, revision, criteriaCount: count },
        })),
    )
    .sort((one, other) => one.place - other.place || one.at - other.at)
    .slice(0, maximumBriefReviews)
    .map(({ review }) => review)
  return fitting(reviews)
}

/** Of the reviews in a brief, in bytes, so that goals and events have space. One always fits. */
const maximumBytes = 4 * 1024

function fitting(reviews: readonly BriefReview[]): BriefReview[] {
  let bytes = 0
  const tooMany = reviews.findIndex((review, index) => {
    bytes += Buffer.byteLength(JSON.stringify(review)) + 1
    return index > 0 && bytes > maximumBytes
  })
  return reviews.slice(0, tooMany === -1 ? reviews.length : tooMany)
}

function placeOf(reviewerUserId: string | undefined, userId: string): number {
  if (reviewerUserId === userId) return 0
  return reviewerUserId === undefined ? 1 : 2
}
