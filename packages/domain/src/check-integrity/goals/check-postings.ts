import { createHash } from 'node:crypto'
import { keyWord } from '../../goals/search/postings.ts'
import { wordsIn } from '../../storage/table/entities/goals/goal-words.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

/** Postings and words of one organization that start with the same character. */
type Group = {
  record: RecordKey
  organizationKey: string
  initial: string
  posted: number
  expected: number
  /** The exclusive or of the hashes of all postings and all words: 0 if they are the same. */
  difference: bigint
}

/**
 * Checks that the postings of each organization are those of its goals' words. It compares sums of hashes, so its memory does
 * not grow with the number of goals.
 */
export function checkPostings(report: Report): Check {
  const groups = new Map<string, Group>()

  function add(
    kind: 'posted' | 'expected',
    record: RecordKey,
    organizationKey: string,
    word: string,
    goalKey: string,
  ) {
    const [initial = ''] = word
    const name = `${organizationKey}#${initial}`
    const group = groups.get(name) ?? {
      record: { pk: record.pk, sk: record.sk },
      organizationKey,
      initial,
      posted: 0,
      expected: 0,
      difference: 0n,
    }
    groups.set(name, group)
    group[kind]++
    group.difference ^= hashOf(`${word}#${goalKey}`)
  }

  return {
    see(record) {
      if (record.__edb_e__ === 'goalPosting') {
        add('posted', record, record.organizationKey, record.word, record.goalKey)
      } else if (record.__edb_e__ === 'goalWords') {
        const { organizationKey, goalKey } = record
        for (const word of new Set(wordsIn(record).map(keyWord))) {
          add('expected', record, organizationKey, word, goalKey)
        }
      }
    },
    end() {
      for (const { record, organizationKey, initial, posted, expected, difference } of groups.values()) {
        if (difference === 0n && posted === expected) continue
        const words = `words of organization ${longId(organizationKey)} that start with "${initial}"`
        report('broken', record, `the ${expected} ${words} differ from their ${posted} postings`)
      }
    },
  }
}

function hashOf(text: string): bigint {
  return createHash('sha256').update(text, 'utf8').digest().readBigUInt64BE()
}
