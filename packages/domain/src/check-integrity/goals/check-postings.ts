import { createHash } from 'node:crypto'
import { keyWord, tokensOf } from '../../goals/search/postings.ts'
import { indexedWords, placeOf } from '../../goals/search/texts/entries.ts'
import { changeQueue } from '../../storage/table/entities/events/change.ts'
import { wordsIn } from '../../storage/table/entities/goals/goal-words.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

/** Postings and words of one organization that start with the same character. */
type Group = {
  /** Whether they are of long texts. */
  isOfTexts: boolean
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
    place = '',
  ) {
    const [initial = ''] = word
    const name = `${organizationKey}#${place === '' ? '' : 'text'}#${initial}`
    const group = groups.get(name) ?? {
      isOfTexts: place !== '',
      record: { pk: record.pk, sk: record.sk },
      organizationKey,
      initial,
      posted: 0,
      expected: 0,
      difference: 0n,
    }
    groups.set(name, group)
    group[kind]++
    group.difference ^= hashOf(`${word}#${goalKey}${place}`)
  }

  /** Organizations whose changes still wait: their long texts are indexed behind the answers. */
  const waiting = new Set<string>()

  return {
    see(record) {
      if (record.__edb_e__ === 'change') {
        if (record.queue === changeQueue.queue && record.content.texts)
          waiting.add(shortId(record.content.organizationId))
      } else if (record.__edb_e__ === 'goalTextPosting') {
        const { word, text, place } = record
        add('posted', record, record.organizationKey, word, record.goalKey, place)
        if (![...tokensOf(text)].some((token) => keyWord(token.word) === word)) {
          report('broken', record, `a posting of "${word}" has words around another one`)
        }
      } else if (record.__edb_e__ === 'goalTextWords') {
        for (const [word, id] of indexedWords(record.texts)) {
          add('expected', record, record.organizationKey, word, record.goalKey, placeOf(id))
        }
      } else if (record.__edb_e__ === 'goalPosting') {
        add('posted', record, record.organizationKey, record.word, record.goalKey)
      } else if (record.__edb_e__ === 'goalWords') {
        const { organizationKey, goalKey } = record
        for (const word of new Set(wordsIn(record).map(keyWord))) {
          add('expected', record, organizationKey, word, goalKey)
        }
      }
    },
    end() {
      for (const { isOfTexts, record, organizationKey, initial, ...sums } of groups.values()) {
        const { posted, expected, difference } = sums
        if (difference === 0n && posted === expected) continue
        if (isOfTexts && waiting.has(organizationKey)) continue
        const words = `${isOfTexts ? 'words in long texts' : 'words'} of organization ${longId(organizationKey)} that start with "${initial}"`
        report('broken', record, `the ${expected} ${words} differ from their ${posted} postings`)
      }
    },
  }
}

function hashOf(text: string): bigint {
  return createHash('sha256').update(text, 'utf8').digest().readBigUInt64BE()
}
