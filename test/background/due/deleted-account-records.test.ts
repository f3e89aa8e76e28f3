import { keyOf } from '@cairn/domain/storage/database/keys'
import type { EntityName } from '@cairn/domain/storage/table/entities'
import { entityNames } from '@cairn/domain/storage/table/entities'
import { shortHash } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { password } from '../../support/people/accounts.ts'
import { anonymous } from '../../support/people/clients.ts'
import { sessionOf } from '../../support/people/sessions.ts'
import type { Browser } from '../../support/people/sign-in.ts'
import { readTable } from '../../support/table/read-table.ts'
import { startWithEverything } from './support/everything.ts'
import { findingsIn } from './support/team.ts'

/** Records of a deleted account in the table. */

type Verdict = 'gone' | 'id' | 'nobody' | 'elsewhere'

/**
 * The fate of the records of each entity that name the person. A new entity does not compile until somebody has decided.
 *
 * - `gone`: none is left
 * - `id`: they stay, with the person's id and neither name nor address, because others need them
 * - `nobody`: they name no person
 * - `elsewhere`: only other ways to sign in have them
 */
const left: Record<EntityName, Verdict> = {
  accountDeletion: 'gone',
  accountLink: 'gone',
  /** Revoked. They expire. */
  apiToken: 'id',
  attemptCount: 'nobody',
  auditEntry: 'id',
  change: 'gone',
  creationKey: 'id',
  event: 'id',
  feedEnd: 'nobody',
  feedPage: 'id',
  format: 'nobody',
  goalAcknowledgement: 'id',
  /** With the membership, the claim ends and loses the name. */
  goalClaim: 'id',
  goalClaimRun: 'nobody',
  goalHandoff: 'id',
  goalAcknowledgementCount: 'id',
  goalAlarm: 'nobody',
  goalChild: 'nobody',
  goalComment: 'id',
  goalCount: 'nobody',
  goalDeadline: 'nobody',
  goalDependent: 'nobody',
  goalDraft: 'gone',
  goalEdges: 'nobody',
  goalEdit: 'id',
  goalLabel: 'id',
  goalLabelDirectory: 'id',
  goalLabelName: 'nobody',
  goalLabelRow: 'id',
  goalLinks: 'nobody',
  goalNeighbors: 'nobody',
  goalPosting: 'nobody',
  goalQuestion: 'id',
  goalReport: 'id',
  goalReportKey: 'nobody',
  /** Only a hash of who asked, for a day. */
  goalReportRequest: 'nobody',
  /** Only a hash of the reviewer, whom the goal names. */
  goalReviewer: 'nobody',
  openReview: 'id',
  goalRow: 'id',
  goalStanding: 'id',
  goalTemplate: 'nobody',
  goalText: 'nobody',
  goalTextPosting: 'nobody',
  goalTextWords: 'nobody',
  goalTree: 'nobody',
  goalUsage: 'id',
  goalView: 'gone',
  goalViewCount: 'gone',
  goalWatch: 'gone',
  goalWords: 'nobody',
  claimAlarm: 'nobody',
  inboxCount: 'gone',
  inboxItem: 'id',
  inboxMail: 'gone',
  /** Ended ones remain without an address. */
  invitation: 'gone',
  invitationAddress: 'gone',
  memberRemoval: 'gone',
  membership: 'gone',
  oauthGrant: 'gone',
  /** Codes and tokens of the grant, which open nothing. They expire. */
  oauthRecord: 'id',
  openQuestion: 'id',
  /** The person's own one is deleted. */
  organization: 'gone',
  organizationDeletion: 'gone',
  personAlarm: 'gone',
  picture: 'gone',
  principal: 'gone',
  providerAccount: 'elsewhere',
  providerSession: 'elsewhere',
  questionMail: 'gone',
  queuedDelivery: 'nobody',
  reminder: 'gone',
  repairProgress: 'nobody',
  session: 'gone',
  usedLogoutToken: 'elsewhere',
  /** Without name and address. */
  user: 'id',
  /** Paused. */
  webhook: 'id',
  webhookCount: 'nobody',
  webhookDelivery: 'id',
}

const { service, database, person, fill, finish } = await startWithEverything()
const [ada, bob, cem] = [await person('Ada'), await person('Bob'), await person('Cem')]

async function entitiesWith(...texts: string[]): Promise<EntityName[]> {
  const content = await readTable(database)
  const names = (record: object) => texts.some((text) => JSON.stringify(record).includes(text))
  return entityNames.filter((name) => content[name].some(names)).toSorted()
}

const namesOf = ({ userId }: Browser) => [userId, keyOf(userId), shortHash(userId)]
const decided = (...verdicts: Verdict[]) =>
  entityNames.filter((name) => verdicts.includes(left[name])).toSorted()

describe('a deleted account', () => {
  it('leaves of every entity what others need, and no name', async () => {
    await fill('Acme', { owner: ada, admin: bob, member: cem })
    await sessionOf(service, bob)
    await anonymous(service).forgotPassword({ body: { email: bob.email } })
    await bob.api.changeEmail({ body: { email: `new.${bob.email}`, password } })
    const before = await entitiesWith(...namesOf(bob), bob.email, keyOf(bob.email))
    expect(await entitiesWith('"Bob"')).toEqual([
      'goalClaim',
      'membership',
      'organization',
      'session',
      'user',
    ])
    // Only while something is under way.
    const brief = ['accountDeletion', 'change', 'memberRemoval', 'organizationDeletion', 'invitationAddress']
    expect([...before, ...brief].toSorted()).toEqual(decided('gone', 'id'))

    await bob.api.deleteAccount({ body: { password } })
    await finish()
    expect(await entitiesWith(...namesOf(bob))).toEqual(decided('id'))
    expect(await entitiesWith(bob.email, bob.email.toUpperCase(), keyOf(bob.email))).toEqual([])
    expect(await entitiesWith('"Bob"')).toEqual([])
    expect(await findingsIn(database)).toEqual([])
  })
})
