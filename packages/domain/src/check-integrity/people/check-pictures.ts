import { pictureIdOf } from '../../accounts/auth/picture/picture-id.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { shortHash } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

type Known = { pictureId: string; userId: string; record: RecordKey }

/** Checks that a user's record names exactly the picture that there is, and that a picture has the id of its content. */
export function checkPictures(report: Report): Check {
  /** By `shortHash` of the user's id. */
  const named = new Map<string, Known>()
  const stored = new Map<string, Known>()
  return {
    see(record) {
      if (record.__edb_e__ === 'user') {
        const { userId, pictureId, pk, sk } = record
        if (pictureId !== undefined) named.set(shortHash(userId), { pictureId, userId, record: { pk, sk } })
      }
      if (record.__edb_e__ === 'picture') {
        const { personKey, userId, pictureId, content, pk, sk } = record
        stored.set(personKey, { pictureId, userId, record: { pk, sk } })
        if (personKey !== shortHash(userId)) {
          report('broken', record, `the picture of user ${userId} is under the key of another user`)
        }
        if (pictureId !== pictureIdOf(content)) {
          report('broken', record, `the picture of user ${userId} does not have the id of its content`)
        }
      }
    },
    end() {
      for (const [personKey, { pictureId, userId, record }] of named) {
        if (stored.get(personKey)?.pictureId === pictureId) continue
        report('broken', record, `user ${userId} has the picture ${pictureId}, which is not stored`)
      }
      for (const [personKey, { userId, record }] of stored) {
        if (named.has(personKey)) continue
        report('broken', record, `a picture of user ${userId}, who has none`)
      }
    },
  }
}
