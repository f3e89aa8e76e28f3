import { isDeepStrictEqual } from 'node:util'
import { openQuestionOf } from '../../goals/work/questions/open-questions.ts'
import type { OpenQuestionRecord } from '../../storage/table/entities/goals/work/goal-work.ts'
import type { StoredRecord } from '../../storage/table/entities.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'
import { plain } from './plain.ts'

/**
 * Checks that exactly those questions are listed as open that nobody has answered or withdrawn, until they expire, and that those answered
 * have an answer. Its memory grows with the number of open questions.
 */
export function checkQuestions(report: Report, now: Date): Check {
  const open = new Map<string, RecordKey & { marker: OpenQuestionRecord }>()
  const listed = new Map<string, RecordKey & { marker: OpenQuestionRecord }>()
  return {
    see(record) {
      if (record.__edb_e__ === 'goalQuestion') {
        const { pk, sk, state, answer } = record
        if (state === 'open') open.set(nameOf(record), { pk, sk, marker: openQuestionOf(record) })
        if ((state === 'answered') !== (answer !== undefined)) {
          report(
            'broken',
            record,
            `question ${nameOf(record)} is ${state}, but has ${answer ? 'an' : 'no'} answer`,
          )
        }
      }
      if (record.__edb_e__ === 'openQuestion') {
        const { pk, sk } = record
        listed.set(nameOf(record), { pk, sk, marker: markerOf(record) })
      }
    },
    end() {
      for (const [name, { marker, ...key }] of open) {
        const found = listed.get(name)
        // The table deletes those that have expired.
        if (!found && marker.endsAt > now.getTime()) {
          report('broken', key, `question ${name} is open, but is not listed as open`)
        }
        if (found && !isDeepStrictEqual(plain(found.marker), plain(marker))) {
          report('broken', found, `question ${name} is listed as open with other content`)
        }
      }
      for (const [name, { marker: _, ...key }] of listed) {
        if (!open.has(name)) report('broken', key, `question ${name} is listed as open, but is not`)
      }
    },
  }
}

type Named = { organizationKey: string; goalKey: string; questionId: string }

function nameOf({ organizationKey, goalKey, questionId }: Named): string {
  return `${longId(organizationKey)}/${longId(goalKey)}/${questionId}`
}

/** Returns the record without its keys. */
function markerOf(record: StoredRecord<'openQuestion'>): OpenQuestionRecord {
  const { organizationKey, goalKey, questionId, askedUserIds, askedBy, createdAt, endsAt, ttl } = record
  const asker = askedBy === undefined ? {} : { askedBy }
  return { organizationKey, goalKey, questionId, askedUserIds, ...asker, createdAt, endsAt, ttl }
}
