import type { InputOf } from '@cairn/contract/registry/registry'
import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import type { Access } from '../../../requests/access.ts'
import type { Context } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import {
  accessPattern,
  type QueryOptions,
  type QueryResult,
} from '../../../storage/database/query-records.ts'
import { type Page, readPage } from '../../../storage/pagination/read-page.ts'
import { goalQuestionEntity } from '../../../storage/table/entities/goals/work/goal-question.ts'
import { longId, shortId } from '../../../storage/table/short-id.ts'
import { isWithinLimit } from '../../rules/authority.ts'
import { readWholeAuthority } from '../../tree/reading/sight.ts'
import { isOpenAt } from '../work.ts'
import { readMarkedQuestions, readOpenQuestions } from './open-questions.ts'
import { presentQuestions, stateOf } from './question-record.ts'
import { readVisibility } from './question-sight.ts'

type Query = InputOf<'listQuestions'>['query']

/**
 * Lists the questions of the organization, newest first. Open ones are found by the records that say so, strongly consistent; others by an
 * index. Whoever does not see all goals gets the questions about the goals within sight.
 */
export const listQuestions: Implementation<'listQuestions'> = async (context, access, { query }) => {
  const list = query.state === 'open' ? listOpen : listAll
  const { items, nextCursor } = await list(context, access, query)
  return { questions: items, nextCursor }
}

/** A record that names a question. */
type Listed = { goalKey: string; questionId: string; askedUserIds: string[] }

async function listOpen(context: Context, access: Access, query: Query): Promise<Page<GoalQuestion>> {
  const { database, now } = context
  const { organizationId } = access
  return readQuestions(context, access, query, {
    query: async ({ cursor }) => {
      const open = await readOpenQuestions(database, organizationId)
      const data = open
        .filter((question) => isOpenAt(question, now) && (cursor === null || question.questionId < cursor))
        .sort((one, other) => (one.questionId < other.questionId ? 1 : -1))
      return { data, cursor: null }
    },
    cursorAt: ({ questionId }) => questionId,
    present: (questions) => readMarkedQuestions(database, organizationId, questions, now),
  })
}

async function listAll(context: Context, access: Access, query: Query): Promise<Page<GoalQuestion>> {
  const { database, now } = context
  const { organizationId } = access
  const organizationKey = shortId(organizationId)
  const all = accessPattern(
    database,
    goalQuestionEntity,
    'byOrganization',
    { organizationKey },
    { order: 'desc' },
  )
  return readQuestions(context, access, query, {
    query: async (options) => {
      const { data, cursor } = await all.query(options)
      const { state } = query
      return { data: data.filter((record) => state === undefined || stateOf(record, now) === state), cursor }
    },
    cursorAt: all.cursorAt,
    present: (records) => presentQuestions(database, organizationId, records, now),
  })
}

type Source<T extends Listed> = {
  query: (options: QueryOptions) => Promise<QueryResult<T>>
  cursorAt: (question: T) => string
  present: (questions: T[]) => Promise<(GoalQuestion | null)[]>
}

/** Reads a page of those questions that the caller wants and sees. */
async function readQuestions<T extends Listed>(
  context: Context,
  access: Access,
  query: Query,
  source: Source<T>,
): Promise<Page<GoalQuestion>> {
  const { database } = context
  const { organizationId, userId } = access
  const { state = '', for: whose = '' } = query
  // In parallel with the questions.
  const reading = readWholeAuthority(database, access)
  reading.catch(() => undefined)
  return readPage(context, query, {
    binding: ['listQuestions', organizationId, state, whose],
    filtered: state !== '' || whose !== '' || access.goalIds !== null,
    query: async (options) => {
      const [{ data, cursor }, authority] = await Promise.all([source.query(options), reading])
      const wanted = data.filter(
        ({ goalKey, askedUserIds }) =>
          isWithinLimit(authority, longId(goalKey)) && (whose !== 'me' || askedUserIds.includes(userId)),
      )
      return { data: wanted, cursor }
    },
    cursorAt: source.cursorAt,
    present: async (questions) => {
      const goalIds = questions.map(({ goalKey }) => longId(goalKey))
      const [presented, isVisible] = await Promise.all([
        source.present(questions),
        readVisibility(database, organizationId, await reading, goalIds),
      ])
      return presented.map((question) => (question && isVisible(question.goalId) ? question : null))
    },
  })
}
