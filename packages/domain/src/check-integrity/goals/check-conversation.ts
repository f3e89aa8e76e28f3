import type { RecordKey } from '../../storage/table/entity.ts'
import { longId, shortHash, shortId } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

/** Checks comments and watches, and that organizations know that they have any. */
export function checkConversation(report: Report): Check {
  const knowing = new Set<string>()
  /** The first comment or watch of each organization. */
  const conversing = new Map<string, RecordKey>()
  const note = ({ pk, sk, organizationKey }: RecordKey & { organizationKey: string }) => {
    if (!conversing.has(organizationKey)) conversing.set(organizationKey, { pk, sk })
  }
  return {
    see(record) {
      switch (record.__edb_e__) {
        case 'goalWatch':
          note(record)
          if (record.userKey !== shortHash(record.userId)) {
            report('broken', record, `user ${record.userId} watches under the key of another user`)
          }
          break
        case 'goalComment': {
          note(record)
          const { text, deletedAt, mentionedUserIds } = record.content
          const hasWords = text !== undefined || mentionedUserIds.length > 0
          if (deletedAt !== undefined && hasWords) {
            report('broken', record, `comment ${record.commentId} was deleted and still has words`)
          }
          if (deletedAt === undefined && text === undefined) {
            report('broken', record, `comment ${record.commentId} has no words, but was not deleted`)
          }
          break
        }
        case 'goalLabelDirectory':
          if (record.hasConversation) knowing.add(shortId(record.organizationId))
          break
      }
    },
    end() {
      for (const [organizationKey, key] of conversing) {
        if (knowing.has(organizationKey)) continue
        report(
          'broken',
          key,
          `organization ${longId(organizationKey)} does not know that it has comments or watches`,
        )
      }
    },
  }
}
