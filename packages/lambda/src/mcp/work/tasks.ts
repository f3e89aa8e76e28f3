/**
 * Questions as tasks of the protocol (`io.modelcontextprotocol/tasks`, 2026-07-28): a client that declares the extension polls for the
 * answer by itself, and the model goes on when it is there. Nothing is kept for a task: its id is the question's, sealed, so it
 * survives a restart of either side.
 */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { Door, ToolOperationId } from '@cairn/contract/mcp/doors'
import { type GoalQuestion, questionPollSeconds } from '@cairn/contract/schemas/goals/goal-questions'
import type { ToolResult } from '../results/tool-result.ts'
import type { ToolCall } from '../tool-call.ts'
import { questionResult } from './get-answer.ts'

export const tasksExtension = 'io.modelcontextprotocol/tasks'

export const taskMethods = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const
export type TaskMethod = (typeof taskMethods)[number]

const operations: Record<TaskMethod, ToolOperationId> = {
  'tasks/get': 'getQuestion',
  // Nothing waits for the client: people answer.
  'tasks/update': 'getQuestion',
  'tasks/cancel': 'withdrawQuestion',
}

export function hasTasks({ tools }: Pick<Door, 'tools'>): boolean {
  return 'ask_person' in tools
}

/** The operation by which a request about a task is counted and logged; undefined if it is about none. */
export function operationOfTask(door: Door, method: unknown): ToolOperationId | undefined {
  const isTask = hasTasks(door) && taskMethods.some((name) => name === method)
  return isTask ? operations[method as TaskMethod] : undefined
}

type AskedQuestion = Pick<GoalQuestion, 'id' | 'goalId' | 'state' | 'createdAt' | 'expiresAt'>

/**
 * Returns the result of `ask_person` as a task, for a client that declares the extension; undefined if the question is not open, because then
 * the result says all.
 */
export function taskOf(call: ToolCall, { structuredContent, isError }: ToolResult): object | undefined {
  const question = structuredContent.question as AskedQuestion | undefined
  if (isError || question?.state !== 'open') return undefined
  return { resultType: 'task', ...stateOf(sealId(call, question), question) }
}

/**
 * Answers a request about a task.
 * @throws what the operation throws; `question_not_found` for an id that is none.
 */
export async function answerTask(
  call: ToolCall,
  method: TaskMethod,
  taskId: string,
): Promise<Record<string, unknown>> {
  const params = openId(call, taskId)
  if (method === 'tasks/cancel') {
    await call.run('withdrawQuestion', { params }).catch((error: unknown) => {
      // The client asked for what cannot be any more, and learns so when it asks for the task.
      if (!(error instanceof ServiceError && error.code === 'question_closed')) throw error
    })
    return {}
  }
  const result = await questionResult(call, params, {})
  if (method === 'tasks/update') return {}
  const question = result.structuredContent.question as AskedQuestion
  const state = stateOf(taskId, question)
  return state.status === 'completed' ? { ...state, result } : state
}

const statuses = {
  open: 'working',
  answered: 'completed',
  /** The result says that nobody answered. */
  expired: 'completed',
  withdrawn: 'cancelled',
} as const satisfies Record<GoalQuestion['state'], string>

const messages: Record<GoalQuestion['state'], string> = {
  open: 'People were asked. Nobody has answered yet.',
  answered: 'Somebody has answered.',
  expired: 'Nobody answered in time.',
  withdrawn: 'The question was withdrawn.',
}

/** How long a question can be read after it has expired, which is at least as long as the protocol's clients ask for it. */
const keptMilliseconds = 24 * 60 * 60 * 1000

function stateOf(taskId: string, question: AskedQuestion & { answer?: { at: string } | null }) {
  const { state, createdAt, expiresAt } = question
  return {
    taskId,
    status: statuses[state],
    statusMessage: messages[state],
    createdAt,
    lastUpdatedAt: question.answer?.at ?? (state === 'expired' ? expiresAt : createdAt),
    ttlMs: Date.parse(expiresAt) - Date.parse(createdAt) + keptMilliseconds,
    pollIntervalMs: questionPollSeconds * 1000,
  }
}

const bindingOf = ({ access }: ToolCall) => ['task', access.organizationId]

function sealId(call: ToolCall, { goalId, id }: Pick<GoalQuestion, 'goalId' | 'id'>): string {
  return call.cursors.seal(bindingOf(call), `${goalId} ${id}`)
}

function openId(call: ToolCall, taskId: string): { goalId: string; questionId: string } {
  try {
    const [goalId = '', questionId = ''] = call.cursors.open(bindingOf(call), taskId).split(' ')
    return { goalId, questionId }
  } catch {
    throw new ServiceError('question_not_found', 'There is no such task.')
  }
}
