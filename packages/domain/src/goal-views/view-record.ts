import { ServiceError } from '@cairn/contract/errors/errors'
import { maximumGoalTemplates } from '@cairn/contract/schemas/goal-templates'
import { maximumOwnGoalViews, maximumSharedGoalViews } from '@cairn/contract/schemas/goal-views'
import { administratorCheck, memberCheck } from '../organizations/context/membership-check.ts'
import { requireMembership, type SessionAccess } from '../requests/access.ts'
import type { Database } from '../storage/database/client.ts'
import { queryRecords } from '../storage/database/query-records.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { lostRace } from '../storage/database/retry.ts'
import { templates } from '../storage/table/entities/goal-views/goal-template.ts'
import {
  type GoalViewRecord,
  goalViewEntity,
  sharedViews,
} from '../storage/table/entities/goal-views/goal-view.ts'
import { goalViewCountEntity } from '../storage/table/entities/goal-views/goal-view-count.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../storage/table/entities/organizations/organization.ts'
import type { TransactionItem } from '../storage/table/entity.ts'
import { shortHash, shortId } from '../storage/table/short-id.ts'

/** The owner of views: one member, or the organization that shares them. */
export type ViewHolder = Pick<GoalViewRecord, 'organizationKey' | 'holderKey'>

export function ownHolder(organizationId: string, userId: string): ViewHolder {
  return { organizationKey: shortId(organizationId), holderKey: shortHash(userId) }
}

export function sharedHolder(organizationId: string): ViewHolder {
  return { organizationKey: shortId(organizationId), holderKey: sharedViews }
}

/** Returns all views of a holder: at most 100, each of at most 3 KB, so one call reads them. Strongly consistent. */
export async function readViews(
  database: Database,
  { organizationKey, holderKey }: ViewHolder,
): Promise<GoalViewRecord[]> {
  const { data } = await queryRecords(
    database,
    goalViewEntity,
    'record',
    { organizationKey },
    {
      // No key has a character above `~`.
      between: [
        { holderKey, viewKey: '' },
        { holderKey, viewKey: '~' },
      ],
      consistent: true,
    },
  )
  return data
}

/** A view that the caller may change, and the caller's membership. */
export type ChangeableView = { view: GoalViewRecord; membership: MembershipRecord; isOwner: boolean }

/**
 * Returns a view that the caller sees, for a change. Own views are the caller's only; shared ones are changed by their owner and by
 * administrators. Strongly consistent.
 * @throws `goal_view_not_found`, `goal_view_owner_required`.
 */
export async function readChangeableView(
  database: Database,
  access: SessionAccess,
  goalViewId: string,
): Promise<ChangeableView> {
  const { organizationId, user } = access
  const viewKey = shortId(goalViewId)
  const [membership, own, shared] = await Promise.all([
    access.membership(),
    readRecord(database, goalViewEntity, { ...ownHolder(organizationId, user.id), viewKey }),
    readRecord(database, goalViewEntity, { ...sharedHolder(organizationId), viewKey }),
  ])
  const view = own ?? shared
  if (!view) {
    throw new ServiceError('goal_view_not_found', 'You have no view with this id, and nobody shares one.')
  }
  const isOwner = view.ownerUserId === user.id
  if (!isOwner && membership.role === 'member') {
    throw ownerRequired('Only its owner, or an owner or admin of the organization, can change a shared view.')
  }
  return { view, membership, isOwner }
}

export function ownerRequired(message: string): ServiceError {
  return new ServiceError('goal_view_owner_required', message)
}

/** Fails if the caller may no longer change the view. */
export function changerCheck({ membership, isOwner }: ChangeableView): TransactionItem {
  return isOwner ? memberCheck(membership) : administratorCheck(membership)
}

/** Counts one more view. Fails if the holder has as many as allowed. */
export function countOneMore({ organizationKey, holderKey }: ViewHolder): TransactionItem {
  const key = { organizationKey, holderKey }
  return {
    Update: goalViewCountEntity
      .update(key)
      .add({ count: 1 })
      .where(
        ({ count }, { notExists, lte }) =>
          `${notExists(count)} OR ${lte(count, maximumOf({ holderKey }) - 1)}`,
      ),
  }
}

/** Counts one less. */
export function countOneLess({ organizationKey, holderKey }: ViewHolder): TransactionItem {
  return { Update: goalViewCountEntity.patch({ organizationKey, holderKey }).add({ count: -1 }) }
}

/** The number of views, or templates, that a holder may have. */
export function maximumOf({ holderKey }: Pick<ViewHolder, 'holderKey'>): number {
  if (holderKey === templates) return maximumGoalTemplates
  return holderKey === sharedViews ? maximumSharedGoalViews : maximumOwnGoalViews
}

export function tooManyViews(holder: ViewHolder): ServiceError {
  const maximum = maximumOf(holder)
  return new ServiceError(
    'too_many_goal_views',
    holder.holderKey === sharedViews
      ? `An organization has at most ${maximum} shared views.`
      : `You can have at most ${maximum} views of your own in an organization.`,
  )
}

/**
 * Explains a failed check of the caller's membership by the current one: throws `membership_not_found`, or `goal_view_owner_required`
 * if the change needs an administrator. Returns `lostRace` if the caller has the authority again.
 */
export async function explainLostMembership(
  database: Database,
  { userKey, organizationId }: MembershipRecord,
  { isOwner }: { isOwner: boolean },
): Promise<typeof lostRace> {
  const [membership, organization] = await Promise.all([
    readRecord(database, membershipEntity, { userKey, organizationId }),
    readRecord(database, organizationEntity, { organizationId }),
  ])
  const { role } = requireMembership(organization && membership)
  if (isOwner || role !== 'member') return lostRace
  throw ownerRequired('Only its owner, or an owner or admin of the organization, can change a shared view.')
}
