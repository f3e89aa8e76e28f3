import type { EntityItem } from 'electrodb'
import type { Database } from '../database/client.ts'
import type { RecordKey } from '../database/read-record.ts'
import { apiTokenEntity } from './entities/api-token.ts'
import { goalEntity } from './entities/goal.ts'
import { goalLabelEntity } from './entities/goal-labels/goal-label.ts'
import { goalLabelAssignmentEntity } from './entities/goal-labels/goal-label-assignment.ts'
import { goalLabelDirectoryEntity } from './entities/goal-labels/goal-label-directory.ts'
import { goalLabelNameEntity } from './entities/goal-labels/goal-label-name.ts'
import { goalUpdateEntity } from './entities/goal-update.ts'
import { goalUpdateKeyEntity } from './entities/goal-update-key.ts'
import { invitationEntity } from './entities/invitation.ts'
import { invitationAddressEntity } from './entities/invitation-address.ts'
import { membershipEntity } from './entities/membership.ts'
import { organizationEntity } from './entities/organization.ts'
import { principalEntity } from './entities/principal.ts'
import { rateLimitCountEntity } from './entities/rate-limit-count.ts'
import { sessionEntity } from './entities/session.ts'
import { userEntity } from './entities/user.ts'

/**
 * The list of all entities, by the name that their records store (`__edb_e__`). A new entity is one file in `entities/`
 * and one line here.
 */
export const entities = {
  apiToken: apiTokenEntity,
  attemptCount: rateLimitCountEntity,
  goal: goalEntity,
  goalLabel: goalLabelEntity,
  goalLabelAssignment: goalLabelAssignmentEntity,
  goalLabelDirectory: goalLabelDirectoryEntity,
  goalLabelName: goalLabelNameEntity,
  goalUpdate: goalUpdateEntity,
  goalUpdateKey: goalUpdateKeyEntity,
  invitation: invitationEntity,
  invitationAddress: invitationAddressEntity,
  membership: membershipEntity,
  organization: organizationEntity,
  principal: principalEntity,
  session: sessionEntity,
  user: userEntity,
} satisfies Record<string, (database: Database) => unknown>

export type EntityName = keyof typeof entities

export const entityNames = Object.keys(entities) as EntityName[]

/** A record as the table holds it: its attributes, its keys, and which entity wrote it. */
export type StoredRecord<Name extends EntityName = EntityName> = {
  [N in EntityName]: EntityItem<ReturnType<(typeof entities)[N]>> &
    RecordKey & { __edb_e__: N } & { [index: `gsi${string}`]: string }
}[Name]

/** Any item of the table. Only its keys are certain. */
export type AnyRecord = RecordKey & Record<string, unknown>

/** Whether a record belongs to one of the entities. */
export function isKnown(record: AnyRecord): record is AnyRecord & StoredRecord {
  return Object.hasOwn(entities, String(record.__edb_e__))
}
