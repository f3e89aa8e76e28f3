import { invitedAddressOf } from '../../../organizations/invitations/rules.ts'
import { freeAddress } from '../../../organizations/invitations/state/invited-address.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { pagesOf, queryRecords } from '../../../storage/database/query-records.ts'
import { transact } from '../../../storage/database/transaction.ts'
import type { AccountDeletionRecord } from '../../../storage/table/entities/due/account-deletion.ts'
import {
  type AuditEntryRecord,
  auditEntryEntity,
} from '../../../storage/table/entities/organizations/audit-entry.ts'
import {
  type InvitationRecord,
  invitationEntity,
} from '../../../storage/table/entities/organizations/invitation.ts'
import type { FormerAddress } from '../../../storage/table/entities/people/principal.ts'
import { shortHash, shortHashOfKey, shortId } from '../../../storage/table/short-id.ts'

/**
 * Removes the addresses of a deleted account, also those that it had before, from what organizations keep of invitations that were
 * sent to them, also where the person has left or was only invited. What has forgotten one leaves the indexes, so it is safe to repeat.
 *
 * @returns whether nothing was left to do: the time was not up, and nothing has changed meanwhile.
 */
export async function forgetAddresses(
  database: Database,
  { email, formerAddresses = [], createdAt }: Addresses,
  isOver: () => boolean,
): Promise<boolean> {
  const last = email === undefined ? [] : [formerAddressOf(email, createdAt)]
  let isDone = true
  for (const address of [...last, ...formerAddresses]) {
    if (isOver()) return false
    isDone = (await forgetAddress(database, address, isOver)) && isDone
  }
  return isDone
}

type Addresses = Pick<AccountDeletionRecord, 'email' | 'formerAddresses' | 'createdAt'>

/** Returns an address that a person had until a time. */
export function formerAddressOf(email: string, until: string): FormerAddress {
  return { addressKey: keyOf(invitedAddressOf(email)), until }
}

async function forgetAddress(
  database: Database,
  { addressKey, until }: FormerAddress,
  isOver: () => boolean,
): Promise<boolean> {
  let isDone = true
  // Whoever has the address later may have been invited since.
  const isEarlier = ({ createdAt }: { createdAt: string }) => createdAt <= until
  const invitations = pagesOf(({ cursor }) =>
    queryRecords(database, invitationEntity, 'byAddress', { emailKey: addressKey }, { cursor }),
  )
  for await (const page of invitations) {
    for (const invitation of page.filter(isEarlier)) {
      if (isOver()) return false
      isDone = (await forgetInvitation(database, invitation)) && isDone
    }
  }
  const entries = pagesOf(({ cursor }) =>
    queryRecords(
      database,
      auditEntryEntity,
      'byAddress',
      { emailKey: shortHashOfKey(addressKey) },
      { cursor },
    ),
  )
  for await (const page of entries) {
    for (const entry of page.filter(isEarlier)) {
      if (isOver()) return false
      await forgetName(database, entry)
    }
  }
  return isDone
}

/**
 * Removes the address, whatever it was then, from the invitations by which the person of a deleted account has joined an organization.
 * Safe to repeat.
 */
export async function forgetAccepted(
  database: Database,
  { userId }: Pick<AccountDeletionRecord, 'userId'>,
  organizationId: string,
): Promise<void> {
  const accepted = await readAccepted(database, userId, organizationId)
  for await (const page of invitationsOf(database, organizationId)) {
    const theirs = page.filter(({ invitationId, email }) => email !== '' && accepted.has(invitationId))
    for (const invitation of theirs) await forgetInvitation(database, invitation)
  }
  for await (const page of entriesOf(database, organizationId)) {
    const theirs = page.filter(({ target }) => target?.name !== undefined && accepted.has(target.id))
    for (const entry of theirs) await forgetName(database, entry)
  }
}

/** The ids of the invitations that a person accepted. */
async function readAccepted(
  database: Database,
  userId: string,
  organizationId: string,
): Promise<ReadonlySet<string>> {
  const partition = { organizationKey: shortId(organizationId), personKey: shortHash(userId) }
  const pages = pagesOf(({ cursor }) =>
    queryRecords(database, auditEntryEntity, 'byPerson', partition, {
      cursor,
      where: ({ action }, { eq }) => eq(action, 'invitation.accepted'),
    }),
  )
  const ids = new Set<string>()
  for await (const page of pages) for (const { target } of page) if (target) ids.add(target.id)
  return ids
}

function invitationsOf(database: Database, organizationId: string): AsyncGenerator<InvitationRecord[]> {
  return pagesOf(({ cursor }) =>
    queryRecords(database, invitationEntity, 'record', { organizationId }, { cursor, consistent: true }),
  )
}

function entriesOf(database: Database, organizationId: string): AsyncGenerator<AuditEntryRecord[]> {
  const partition = { organizationKey: shortId(organizationId), kind: 'invitation' as const }
  return pagesOf(({ cursor }) => queryRecords(database, auditEntryEntity, 'byKind', partition, { cursor }))
}

/**
 * One that is pending is deleted, as it would be when it expires. One that has ended never changes, so it is replaced: that
 * removes the key in the index.
 *
 * @returns false if it has ended meanwhile.
 */
async function forgetInvitation(database: Database, invitation: InvitationRecord): Promise<boolean> {
  const { organizationId, invitationId, status, tokenHash } = invitation
  if (status !== 'pending') {
    const forgotten = invitationEntity
      .put({ ...invitation, email: '' })
      .where((stored, { exists }) => exists(stored.status))
    await transact(database, { invitation: { Put: forgotten } })
    return true
  }
  const removed = {
    Delete: invitationEntity
      .remove({ organizationId, invitationId })
      .where((stored, { eq }) =>
        [eq(stored.status, 'pending'), eq(stored.tokenHash, tokenHash)].join(' AND '),
      ),
  }
  const failed = await transact(database, { removed, address: freeAddress(invitation) })
  // It has expired, and its address is free or has another invitation.
  const rest = failed.includes('address') ? await transact(database, { removed }) : failed
  return rest.length === 0
}

/** Takes the address out of an entry of the audit log, and so out of the index. */
async function forgetName(database: Database, entry: AuditEntryRecord): Promise<void> {
  if (!entry.target) return
  const { name: _, ...target } = entry.target
  const forgotten = auditEntryEntity
    .put({ ...entry, target })
    .where(({ action }, { exists }) => exists(action))
  await transact(database, { entry: { Put: forgotten } })
}
