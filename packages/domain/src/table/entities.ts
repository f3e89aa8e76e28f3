import type { EntityItem } from 'electrodb'
import type { Database } from '../database/client.ts'
import type { RecordKey } from '../database/read-record.ts'
import { apiTokenEntity } from './entities/api-token.ts'
import { goalEntity } from './entities/goal.ts'
import { goalLabelEntity } from './entities/goal-label.ts'
import { goalLabelAssignmentEntity } from './entities/goal-label-assignment.ts'
import { goalLabelNameEntity } from './entities/goal-label-name.ts'
import { goalUpdateEntity } from './entities/goal-update.ts'
import { goalUpdateKeyEntity } from './entities/goal-update-key.ts'
import { invitationEntity } from './entities/invitation.ts'
import { invitationAddressEntity } from './entities/invitation-address.ts'
import { membershipEntity } from './entities/membership.ts'
import { organizationEntity } from './entities/organization.ts'
import { principalEntity } from './entities/principal.ts'
import { attemptCountEntity } from './entities/rate-limit-count.ts'
import { sessionEntity } from './entities/session.ts'
import { userEntity } from './entities/user.ts'

/** Every kind of record that the table may hold, by the name of its entity. A new entity belongs here too. */
export const entities = {
  apiToken: apiTokenEntity,
  attemptCount: attemptCountEntity,
  goal: goalEntity,
  goalLabel: goalLabelEntity,
  goalLabelAssignment: goalLabelAssignmentEntity,
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

export type { RecordKey }

/** A record as the table holds it: its attributes, its keys, and which entity wrote it. */
export type StoredRecord<Name extends EntityName = EntityName> = {
  [N in EntityName]: EntityItem<ReturnType<(typeof entities)[N]>> &
    RecordKey & { __edb_e__: N } & { [index: `gsi${string}`]: string }
}[Name]

/** Whatever stands in the table: only its keys are sure. */
export type AnyRecord = RecordKey & Record<string, unknown>

/** Whether a record is of a kind that the service knows. */
export function isKnown(record: AnyRecord): record is AnyRecord & StoredRecord {
  return Object.hasOwn(entities, String(record.__edb_e__))
}
