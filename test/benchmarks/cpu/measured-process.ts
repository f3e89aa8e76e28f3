/**
 * The process whose processor time is measured. It loads the built function and the floor as Lambda does, and calls them in turn on
 * request.
 */
import { createContext } from '@cairn/local/gateway/context'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { createFloor, RecordedCall } from './floor.ts'

export type Modules = { function: string; floor: string; event: APIGatewayProxyEventV2 }
export type Task =
  | { kind: 'call'; modules: Modules }
  | {
      kind: 'measure'
      modules: Modules
      calls: RecordedCall[]
      warmUp: number
      rounds: number
      requests: number
    }

export type Reply =
  | { kind: 'called' }
  /** Processor time per request in milliseconds, one value per round. */
  | { kind: 'measured'; product: number[]; floor: number[] }
  | { kind: 'failed'; error: string }

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>

async function cpuMilliseconds(handler: Handler, event: APIGatewayProxyEventV2, requests: number) {
  const before = process.cpuUsage()
  for (let request = 0; request < requests; request++) {
    // A copy, because middleware modifies it.
    const response = await handler({ ...event }, createContext('benchmark', event.requestContext.requestId))
    if ((response.statusCode ?? 500) >= 300) throw new Error(`A handler returned ${response.statusCode}.`)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / requests
}

async function work(task: Task): Promise<Reply> {
  const { event } = task.modules
  const { handler } = (await import(task.modules.function)) as { handler: Handler }
  if (task.kind === 'call') {
    await cpuMilliseconds(handler, event, 1)
    return { kind: 'called' }
  }
  const module = (await import(task.modules.floor)) as { createFloor: typeof createFloor }
  const byHand: Handler = module.createFloor(task.calls)
  const product: number[] = []
  const floor: number[] = []
  await cpuMilliseconds(handler, event, task.warmUp)
  await cpuMilliseconds(byHand, event, task.warmUp)
  for (let round = 0; round < task.rounds; round++) {
    const measureProduct = async () => product.push(await cpuMilliseconds(handler, event, task.requests))
    const measureFloor = async () => floor.push(await cpuMilliseconds(byHand, event, task.requests))
    // Each goes first equally often.
    for (const measure of round % 2 === 0 ? [measureProduct, measureFloor] : [measureFloor, measureProduct]) {
      await measure()
    }
  }
  return { kind: 'measured', product, floor }
}

process.on('message', (task: Task) => {
  work(task)
    .catch((error): Reply => ({ kind: 'failed', error: String(error?.stack ?? error) }))
    .then((reply) => process.send?.(reply))
})
