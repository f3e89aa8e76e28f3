import { sealed, toGoalEditResponse, toGoalUpdateResponse } from '@cairn/domain/goals/history/entries'
import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import type { GoalEditRecord } from '@cairn/domain/storage/table/entities/goals/goal-edit'
import type { GoalReportRecord } from '@cairn/domain/storage/table/entities/goals/goal-report'
import { shortHash } from '@cairn/domain/storage/table/short-id'
import { type Corruption, changed, without } from './corruptions.ts'

/**
 * Corruptions of one goal with this history, in the form in which it is stored (`goal-row.ts` and the files beside it):
 *
 * | version | entry | |
 * |-|-|-|
 * | 1 | publication | one label, one criterion, one measure |
 * | 2 | revision 2 | at risk, evaluation, verdict and value; acknowledged by Bob |
 * | 3 | edit | another title and description |
 * | 4 | revision 3 | |
 */
export const corruptedGoalTitle = 'Forest'

/** The row of the goal, or the copy for its label. */
const isForest = ({ c }: AnyRecord) => contentOf({ c }).t === corruptedGoalTitle
const hasRevision =
  (revision: number) =>
  ({ r }: AnyRecord) =>
    r === revision
const hasVersion =
  (version: number) =>
  ({ v }: AnyRecord) =>
    v === version

type Content = Record<string, unknown>
const contentOf = ({ c }: Record<string, unknown>) => c as Content

/** Changes the content of a row, a report or an edit. */
const withContent =
  (changes: Content) =>
  (record: AnyRecord): object => ({ ...record, c: { ...contentOf(record), ...changes } })

/** A changed report with the hash of its new content. */
const resealedReport =
  (changes: Content) =>
  (record: AnyRecord): object => {
    const content = { ...contentOf(record), ...changes } as GoalReportRecord['content']
    const {
      hash: _,
      acknowledgements: __,
      ...entry
    } = toGoalUpdateResponse({
      organizationKey: String(record.o),
      goalKey: String(record.g),
      revision: Number(record.r),
      content,
      acknowledgements: {},
      previous: null,
    })
    return { ...record, c: { ...content, hash: sealed(entry).hash } }
  }

/** The texts that the edit changed, by version. */
const texts = new Map(
  [
    [1, 'Plant a hundred trees.'],
    [3, 'Plant a forest.'],
  ].map(([version, detailedDescription]) => [
    Number(version),
    { detailedDescription: String(detailedDescription), criteria: [], measures: [] },
  ]),
)

/** A changed edit with the hash of its new content. */
const resealedEdit =
  (changes: Content) =>
  (record: AnyRecord): object => {
    const content = { ...contentOf(record), ...changes } as GoalEditRecord['content']
    const { hash: _, ...entry } = toGoalEditResponse(
      { organizationKey: String(record.o), goalKey: String(record.g), version: Number(record.v), content },
      texts,
    )
    return { ...record, c: { ...content, hash: sealed(entry).hash } }
  }

const rowWith = (changes: Content): Corruption => ({
  kind: 'goalRow',
  which: isForest,
  corrupt: withContent(changes),
})
const reportWith = (revision: number, changes: Content): Corruption => ({
  kind: 'goalReport',
  which: hasRevision(revision),
  corrupt: withContent(changes),
})
const editWith = (changes: Content): Corruption => ({ kind: 'goalEdit', corrupt: withContent(changes) })

const notItsHash = 'does not have the hash of its content'
const noPart = 'AAAAAAAAAAAAAAAAAAAAAA'

/** Corruptions of the history and its chain of hashes. */
const history: [invariant: string, corruption: Corruption, message: string | RegExp][] = [
  [
    'a missing report',
    { kind: 'goalReport', which: hasRevision(2) },
    'is at revision 3, but its history has revisions 1,3',
  ],
  [
    'a history that ends early',
    { kind: 'goalReport', which: hasRevision(3) },
    'its history has revisions 1,2',
  ],
  ['a missing edit', { kind: 'goalEdit' }, 'is at version 4, but its history has versions 1,2,4'],
  ['a revision without its report', rowWith({ r: 9 }), 'is at revision 9, but its history has'],
  [
    'a version without its entry',
    { kind: 'goalRow', which: isForest, corrupt: changed({ v: 9 }) },
    'is at version 9, but its history has versions 1,2,3,4',
  ],
  [
    'two entries of one version',
    { kind: 'goalReport', which: hasRevision(3), corrupt: resealedReport({ version: 3 }) },
    'is at version 4, but its history has versions 1,2,3,3',
  ],
  [
    'a changed summary',
    reportWith(2, { summary: 'All rows' }),
    /^version 2 of goal .* does not have the hash of its content$/,
  ],
  ['a changed verdict', reportWith(2, { verdicts: [] }), notItsHash],
  ['a changed value', reportWith(2, { measurements: [] }), notItsHash],
  ['a changed author', reportWith(2, { authorityUserId: 'email:nobody' }), notItsHash],
  ['a changed idempotency key', reportWith(3, { idempotencyKey: 'another' }), notItsHash],
  ['a changed field of an edit', editWith({ fields: { title: { from: 'Trees', to: 'Wood' } } }), notItsHash],
  [
    'an edit that names other texts',
    editWith({ texts: { changed: ['criteria'], from: 1, to: 3, bytes: 2 } }),
    notItsHash,
  ],
  ['a changed hash', reportWith(2, { hash: '0'.repeat(64) }), notItsHash],
  ['a changed hash of an edit', editWith({ hash: '0'.repeat(64) }), notItsHash],
  [
    'a report with a wrong previousHash',
    { kind: 'goalReport', which: hasRevision(2), corrupt: resealedReport({ previousHash: '0'.repeat(64) }) },
    /^version 2 of goal .* does not follow the version before it$/,
  ],
  [
    'a rewritten report',
    { kind: 'goalReport', which: hasRevision(2), corrupt: resealedReport({ details: 'Rewritten.' }) },
    'does not follow the version before it',
  ],
  [
    'a rewritten edit',
    { kind: 'goalEdit', corrupt: resealedEdit({ createdAt: '2026-01-01T00:00:00.000Z' }) },
    'does not follow the version before it',
  ],
  [
    'a rewritten newest report',
    { kind: 'goalReport', which: hasRevision(3), corrupt: resealedReport({ details: 'Rewritten.' }) },
    'has another hash than the newest entry of its history',
  ],
  [
    "another hash in the goal's row",
    rowWith({ i: 'A'.repeat(43) }),
    'has another hash than the newest entry',
  ],
  [
    'a changed text',
    { kind: 'goalText', which: hasVersion(3), corrupt: changed({ d: 'Plant a desert.' }) },
    notItsHash,
  ],
]

/** Corruptions of what must follow from the history: row, standing, texts. */
const outcome: typeof history = [
  [
    'a status other than the last reported one',
    { kind: 'goalRow', which: isForest, corrupt: changed({ s: 'paused' }) },
    'has status "paused", but its history says "active"',
  ],
  [
    'a health that was never reported',
    rowWith({ h: 'off_track' }),
    'has health "off_track", but its history says "at_risk"',
  ],
  [
    'a health without a report',
    { kind: 'goalRow', which: (record) => !isForest(record), corrupt: withContent({ h: 'on_track' }) },
    'has health "on_track", but its history says none',
  ],
  [
    'a missing evaluation',
    {
      kind: 'goalRow',
      which: isForest,
      corrupt: (record) => ({ ...record, c: without('e')(contentOf(record) as AnyRecord) }),
    },
    'has currentEvaluation undefined, but its history says',
  ],
  [
    'a health after a report that had another',
    rowWith({ j: 'o' }),
    'has recentHealth ["on_track"], but its history says [',
  ],
  ['a health after a report that was never made', rowWith({ j: 'aaaa' }), 'has recentHealth'],
  ['a last report that was never made', rowWith({ s: ['All rows', 3, 0, 0] }), 'has lastReport'],
  [
    'a title that no edit made',
    rowWith({ t: 'Desert' }),
    'has title "Desert", but its history says "Forest"',
  ],
  ['a count of criteria', rowWith({ n: [2, 1, 0, 1] }), 'has counts'],
  ['a goal that is not listed by its deadline', { kind: 'goalDeadline' }, 'is not listed by its deadline'],
  [
    'a goal that is listed by another date',
    {
      kind: 'goalDeadline',
      corrupt: (record) => ({ ...record, sk: `2098${record.sk.slice(4)}`, d: '2098-12-31' }),
    },
    'no active goal has it',
  ],
  ['a goal that is listed by no deadline', rowWith({ y: true }), 'by a deadline that it does not have'],
  ['a goal that is not listed by its reviewer', { kind: 'goalReviewer' }, 'is not listed by its reviewer'],
  [
    'a goal that is listed by another reviewer',
    { kind: 'goalReviewer', corrupt: changed({ k: shortHash('email:nobody') }) },
    'is not listed by its reviewer',
  ],
  [
    'a goal that is listed by no reviewer',
    rowWith({ c: true }),
    'is listed by a reviewer that it does not have',
  ],
  [
    'a goal that does not say that it is listed by its reviewer',
    {
      kind: 'goalRow',
      which: (record) => contentOf(record).c === true,
      corrupt: (record) => withContent({ c: undefined })(record),
    },
    'is listed by a reviewer, but does not say so',
  ],
  ['another sum of what reports used', rowWith({ o: [0, 0, 90, 1, 1] }), 'has used something else than'],
  [
    'no sum of what reports used',
    {
      kind: 'goalRow',
      which: isForest,
      corrupt: (record) => ({ ...record, c: without('o')(contentOf(record) as AnyRecord) }),
    },
    'has used something else than',
  ],
  [
    'another sum of a day',
    { kind: 'goalUsage', corrupt: changed({ s: 91 }) },
    'are not those of its reports',
  ],
  ['a lost sum of a day', { kind: 'goalUsage' }, 'are not those of its reports'],
  [
    'a sum of a day that never expires',
    { kind: 'goalUsage', corrupt: without('ttl') },
    'goalUsage has time to live none',
  ],
  ['a progress', rowWith({ p: 1 }), 'has progress 1, but its history says 0.5'],
  ['a size of the texts', rowWith({ x: [3, 2, 1] }), 'has textBytes 1, but its history says'],
  ['a time of publication', rowWith({ a: [0, 0] }), 'has createdAt "1970-01-01T00:00:00.000Z"'],
  ['a creator', rowWith({ u: ['email:nobody'] }), 'has createdByUserId "email:nobody"'],
  [
    'an update before the newest entry',
    { kind: 'goalRow', which: isForest, corrupt: changed({ t: 0 }) },
    'was updated at 1970-01-01T00:00:00.000Z, before the newest entry',
  ],
  [
    "a goal under another owner's key",
    { kind: 'goalRow', which: isForest, corrupt: changed({ w: shortHash('email:nobody') }) },
    'is listed under the key of another owner',
  ],
  ['a missing standing', { kind: 'goalStanding', which: hasVersion(2) }, 'has no standing'],
  [
    'a standing with a verdict less',
    { kind: 'goalStanding', which: hasVersion(2), corrupt: changed({ j: {} }) },
    'is not what its history says',
  ],
  [
    'a standing with a value less',
    { kind: 'goalStanding', which: hasVersion(2), corrupt: changed({ m: {} }) },
    'is not what its history says',
  ],
  [
    'a standing of another version',
    { kind: 'goalStanding', which: hasVersion(2), corrupt: changed({ v: 3 }) },
    'is not what its history says',
  ],
  [
    'a row with another version of the standing',
    rowWith({ x: [3, 4, 0] }),
    'has standingVersion 4, but its history says 2',
  ],
  [
    'missing texts',
    { kind: 'goalText', which: hasVersion(3) },
    'has texts of versions 1, but its history wrote 1,3',
  ],
  ['older texts that are missing', { kind: 'goalText', which: hasVersion(1) }, 'but its history wrote'],
  [
    'a row with another version of the texts',
    rowWith({ x: [1, 2, 0] }),
    'shows texts of version 1, expected 3',
  ],
]

/** Corruptions of acknowledgements, used keys and labels. */
const parts: typeof history = [
  [
    "an acknowledgement under another user's key",
    { kind: 'goalAcknowledgement', corrupt: changed({ u: 'email:eve' }) },
    'under the key of another user',
  ],
  [
    'an acknowledgement of another report',
    { kind: 'goalAcknowledgement', corrupt: changed({ i: noPart }) },
    'has an acknowledgement of another report',
  ],
  [
    'an acknowledgement of a report that does not exist',
    { kind: 'goalAcknowledgement', corrupt: changed({ r: 7 }) },
    'revision 7 of goal',
  ],
  [
    'a count for a report that does not exist',
    { kind: 'goalAcknowledgementCount', corrupt: changed({ r: 7 }) },
    'is acknowledged, but does not exist',
  ],
  [
    'an acknowledgement with a wrong number',
    { kind: 'goalAcknowledgement', corrupt: changed({ n: 2 }) },
    'are numbered 2',
  ],
  ['a lost acknowledgement', { kind: 'goalAcknowledgement' }, 'has 0 acknowledgements, but counts 1'],
  ['a lost count', { kind: 'goalAcknowledgementCount' }, 'has 1 acknowledgements, but counts 0'],
  [
    'a wrong count',
    { kind: 'goalAcknowledgementCount', corrupt: changed({ n: 2 }) },
    'has 1 acknowledgements, but counts 2',
  ],
  [
    'other first acknowledgements',
    { kind: 'goalAcknowledgementCount', corrupt: changed({ f: [] }) },
    'shows other acknowledgements than its first ones',
  ],
  [
    'a used key that points to no report',
    { kind: 'goalReportKey', corrupt: changed({ r: 7 }) },
    'does not match its history',
  ],
  [
    'a used key of the publication',
    { kind: 'goalReportKey', corrupt: changed({ r: 1 }) },
    'does not match its history',
  ],
  ['a report without its used key', { kind: 'goalReportKey' }, 'has 2 reports, but 1 used idempotency keys'],
  ['a label without its copy of the row', { kind: 'goalLabelRow' }, 'but copies of its row for'],
  ['a copy of the row without its label', rowWith({ l: [] }), 'has labels , but copies of its row for'],
  [
    'a copy of the row with other content',
    { kind: 'goalLabelRow', corrupt: withContent({ t: 'Old' }) },
    'differs from its row',
  ],
  [
    'a copy of the row with another time',
    { kind: 'goalLabelRow', corrupt: changed({ t: 0 }) },
    'differs from its row',
  ],
  ['a copy of an older row', { kind: 'goalLabelRow', corrupt: changed({ v: 3 }) }, 'differs from its row'],
]

/** Corruptions of what finds goals by words. */
const search: typeof history = [
  ['missing words', { kind: 'goalWords' }, 'is found by other words than its own'],
  ['other words', { kind: 'goalWords', corrupt: changed({ w: 'desert' }) }, 'is found by other words'],
  [
    'a word without its posting',
    { kind: 'goalPosting' },
    /^the \d+ words of organization .* differ from their \d+ postings$/,
  ],
  [
    'a posting without its word',
    {
      kind: 'goalPosting',
      corrupt: (record) => ({ ...record, w: `${record.w}x`, sk: String(record.sk).replace('#', 'x#') }),
    },
    'differ from their',
  ],
  [
    'other words of long texts',
    { kind: 'goalTextWords', corrupt: changed({ s: { d: { v: 1, w: 'desert' } } }) },
    'is found by other words than those of its long texts',
  ],
  [
    'lost words of long texts',
    { kind: 'goalTextWords' },
    /^the \d+ words in long texts of organization .* differ from their \d+ postings$/,
  ],
  [
    'a word of a long text without its posting',
    { kind: 'goalTextPosting' },
    /^the \d+ words in long texts of organization .* differ from their \d+ postings$/,
  ],
  [
    'a posting of a long text in another place',
    { kind: 'goalTextPosting', corrupt: changed({ p: 'm' }) },
    'words in long texts',
  ],
  [
    'a posting with words around another one',
    { kind: 'goalTextPosting', corrupt: changed({ t: 'Zzz.' }) },
    'has words around another one',
  ],
  [
    'a posting of another goal',
    { kind: 'goalPosting', corrupt: changed({ g: noPart }) },
    'differ from their',
  ],
]

/** A corruption of every invariant of goals, with a part of the message that the check must give. */
export const goalCorruptions = [...history, ...outcome, ...parts, ...search]
