import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { Database } from '@cairn/domain/database'
import type { GoalRecord } from '@cairn/domain/table/goal'
import type { GoalLabelRecord } from '@cairn/domain/table/goal-label'
import type { GoalLabelAssignmentRecord } from '@cairn/domain/table/goal-label-assignment'
import type { GoalUpdateRecord } from '@cairn/domain/table/goal-update'
import type { InvitationRecord } from '@cairn/domain/table/invitation'
import type { MembershipRecord } from '@cairn/domain/table/membership'
import type { PrincipalRecord } from '@cairn/domain/table/principal'

type OrganizationRecord = { organizationId: string; name: string }
type UserRecord = { userKey: string; userId: string; activeOrganizationId: string }
type GoalUpdateKeyRecord = {
  organizationId: string
  goalId: string
  idempotencyKeyHash: string
  revision: number
}
type GoalLabelNameRecord = { organizationId: string; nameKey: string; labelId: string }
type InvitationAddressRecord = { organizationId: string; emailKey: string; invitationId: string }

/** Every kind of record by the name of its entity. */
type Records = {
  apiToken: { tokenId: string; userKey: string; organizationId: string }
  goal: GoalRecord
  goalLabel: GoalLabelRecord
  goalLabelAssignment: GoalLabelAssignmentRecord
  goalLabelName: GoalLabelNameRecord
  goalUpdate: GoalUpdateRecord
  goalUpdateKey: GoalUpdateKeyRecord
  invitation: InvitationRecord
  invitationAddress: InvitationAddressRecord
  membership: MembershipRecord
  organization: OrganizationRecord
  principal: PrincipalRecord
  session: { userKey: string; userId: string }
  user: UserRecord
}

export type EntityName = keyof Records

/** What ElectroDB and the keys add to a record. */
export type Stored<R> = R & Record<'pk' | 'sk' | '__edb_e__', string> & { [index: `gsi${string}`]: string }

export type TableContent = { [Name in EntityName]: Stored<Records[Name]>[] }

const entityNames: EntityName[] = [
  'apiToken',
  'goal',
  'goalLabel',
  'goalLabelAssignment',
  'goalLabelName',
  'goalUpdate',
  'goalUpdateKey',
  'invitation',
  'invitationAddress',
  'membership',
  'organization',
  'principal',
  'session',
  'user',
]

/** The whole table, strongly consistent, by entity. Only tests scan. */
export async function readTable({ client, tableName }: Database): Promise<TableContent> {
  const content = Object.fromEntries(entityNames.map((name) => [name, [] as unknown[]]))
  let after: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName: tableName, ConsistentRead: true, ExclusiveStartKey: after }),
    )
    for (const item of Items) {
      const name: string = item.__edb_e__
      const records = content[name]
      if (!records) throw new Error(`The table holds a record of an unknown kind, "${name}".`)
      records.push(item)
    }
    after = LastEvaluatedKey
  } while (after !== undefined)
  return content as TableContent
}
