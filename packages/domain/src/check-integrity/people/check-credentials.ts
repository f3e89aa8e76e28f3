import { apiTokenKinds, maximumGoalsPerToken } from '@cairn/contract/schemas/api-tokens'
import { keyOf } from '../../storage/database/keys.ts'
import type { ApiTokenRecord } from '../../storage/table/entities/api-token.ts'
import { untilVerified } from '../../storage/table/entities/people/principal.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import type { Check, Report } from '../finding.ts'

const kinds = { session: 'a session', oauthGrant: 'a grant', apiToken: 'an API token' } as const

/** Checks that accounts match their address, and that the users of sessions and tokens exist. */
export function checkCredentials(report: Report): Check {
  /** User keys of users, and of verified accounts that have not signed in yet. */
  const known = new Set<string>()
  /** The first record of each kind that belongs to a user, by user key. */
  const named = new Map<string, Map<string, RecordKey & { userId: string }>>()

  /** The number of the sessions of each user and of their account, by user key. */
  const generations = new Map<
    string,
    { user?: number; account?: number; record: RecordKey; userId: string }
  >()

  function seeGeneration(
    whose: 'user' | 'account',
    { userId, sessionGeneration = 0, pk, sk }: RecordKey & { userId: string; sessionGeneration?: number },
  ): void {
    const key = keyOf(userId)
    generations.set(key, { ...generations.get(key), record: { pk, sk }, userId, [whose]: sessionGeneration })
  }

  function name(kind: string, userId: string, { pk, sk }: RecordKey): void {
    const userKey = keyOf(userId)
    const records = named.get(userKey) ?? new Map<string, RecordKey & { userId: string }>()
    if (!records.has(kind)) records.set(kind, { pk, sk, userId })
    named.set(userKey, records)
  }

  function checkListing({ tokenId, revokedAt, listing, ...key }: ApiTokenRecord & RecordKey): void {
    if (revokedAt !== undefined && listing === 'listed') {
      report('broken', key, `the revoked API token ${tokenId} is still in the list of its organization`)
    }
    if (revokedAt === undefined && listing !== 'listed') {
      report('broken', key, `the API token ${tokenId} is not in the list of its organization`)
    }
  }

  function checkLimit({ tokenId, kind, goalIds, ...key }: ApiTokenRecord & RecordKey): void {
    if (!apiTokenKinds.includes(kind)) {
      report('broken', key, `the API token ${tokenId} is of the unknown kind ${kind}`)
    }
    const count = goalIds && new Set(goalIds).size
    if (count === undefined || (count > 0 && count <= maximumGoalsPerToken && count === goalIds?.length))
      return
    report(
      'broken',
      key,
      `the API token ${tokenId} is not for 1 to ${maximumGoalsPerToken} goals, each named once`,
    )
  }

  return {
    see(record) {
      switch (record.__edb_e__) {
        case 'user':
          known.add(record.userKey)
          seeGeneration('user', record)
          break
        case 'principal':
          seeGeneration('account', record)
          if (record.verifiedAt !== undefined) known.add(keyOf(record.userId))
          if (record.verifiedAt !== undefined && untilVerified.some((name) => record[name] !== undefined)) {
            report('broken', record, `the verified account of ${record.userId} still has a verification link`)
          }
          if (record.emailKey !== keyOf(record.email)) {
            report(
              'broken',
              record,
              `the account of ${record.userId} is stored under the key of another address`,
            )
          }
          break
        case 'session':
        case 'oauthGrant':
        case 'apiToken': {
          const kind = kinds[record.__edb_e__]
          if (record.userKey !== keyOf(record.userId)) {
            report(
              'broken',
              record,
              `${kind} of user ${record.userId} is stored under the key of another user`,
            )
          }
          // A user whom an OpenID provider has signed in exists from the first session request on.
          if (!('begunBy' in record)) name(kind, record.userId, record)
          if (record.__edb_e__ === 'apiToken') {
            checkListing(record)
            checkLimit(record)
          }
          break
        }
      }
    },
    end() {
      for (const { user, account, record, userId } of generations.values()) {
        if (user === undefined || account === undefined || user === account) continue
        report('broken', record, `the sessions of user ${userId} have number ${user}, the account ${account}`)
      }
      for (const [userKey, records] of named) {
        if (known.has(userKey)) continue
        for (const [kind, record] of records) {
          report('broken', record, `${kind} of user ${record.userId}, who does not exist`)
        }
      }
    },
  }
}
