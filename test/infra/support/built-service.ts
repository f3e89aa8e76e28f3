import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { allOperations, endpoints, type FunctionGroup } from '@cairn/contract'
import { ConfigurationError, type GroupHandler } from '@cairn/lambda'
import { type GatewayHandlers, startGateway } from '@cairn/local/gateway/gateway'
import { createWireTable } from '../../support/service/engine.ts'
import type { TestServiceOptions } from '../../support/service/service.ts'
import { type BuiltFunction, startBuiltFunction } from './built-function.ts'
import { samFunctions, samRoutes } from './sam.ts'
import { type Resource, root } from './synth.ts'

/** Reads the output of `npm run synth`. */
function readCdkOut() {
  const directory = path.join(root, 'cdk.out')
  const template = JSON.parse(readFileSync(path.join(directory, 'Cairn-dev.template.json'), 'utf8'))
  const resources: Record<string, Resource> = template.Resources
  const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type)
  return { directory, resources, ofType }
}

/** Replaces the service of `test/support`: the same gateway, in front of the built functions. */
export async function startTestService(options: TestServiceOptions = {}) {
  if (options.clock) throw new Error('the clock of built functions cannot be set')
  const table = options.table ?? (await createWireTable())
  const temporary = await mkdtemp(path.join(tmpdir(), 'cairn-built-'))
  const output = readCdkOut()
  const handlers = Promise.withResolvers<GatewayHandlers>()
  const lines: string[] = []
  const gateway = await startGateway({
    port: 0,
    handlers: handlers.promise,
    logError: (message, _requestId, cause) => lines.push(`${message} ${String(cause)}`),
  })
  const origin = `http://localhost:${gateway.port}`
  const environment = {
    TABLE_NAME: table.tableName,
    DYNAMODB_ENDPOINT: options.endpoint ?? table.endpoint,
    AWS_REGION: table.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    WEB_ORIGIN: origin,
    CURSOR_SECRET: 'c'.repeat(64),
    EMAIL_DELIVERY: 'log',
    METRICS: 'off',
    NODE_ENV: 'test',
    WEBHOOK_TARGETS: 'loopback',
    ...options.environment,
  }
  const variables = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const routes = samRoutes(output)
  const functions = new Map(samFunctions(output).map((found) => [found.logicalId, found]))
  const started = new Map<string, Promise<BuiltFunction>>()
  /** Starts a function before its first request, as Lambda does. Each file needs only some of them. */
  function start(id: string): Promise<BuiltFunction> {
    const codeDirectory = functions.get(id)?.codeDirectory
    if (codeDirectory === undefined) throw new Error('a route has no function')
    const starting = started.get(id) ?? startBuiltFunction(codeDirectory, temporary, id, variables, lines)
    started.set(id, starting)
    return starting
  }
  const stop = async () => {
    await gateway.close(0)
    // All of them, those that did not start too.
    const built = await Promise.allSettled(started.values())
    await Promise.all(built.map((one) => one.status === 'fulfilled' && one.value.stop()))
    await rm(temporary, { recursive: true })
    if (!options.table) await table.stop()
  }
  const functionOf = (isRoute: (route: { method: string; path: string }) => boolean) =>
    routes.find(isRoute)?.functionId ?? ''
  try {
    await start(functionOf(({ path }) => path === '/v1/auth/config'))
  } catch (error) {
    await stop()
    // The same error as from a service in this process.
    const sentence = /ConfigurationError\]?: (.*)/.exec(String(error))?.[1]
    throw sentence === undefined ? error : new ConfigurationError(sentence)
  }
  const handlerOf = (isRoute: Parameters<typeof functionOf>[0]): GroupHandler => {
    const id = functionOf(isRoute)
    return async (event) => (await start(id)).invoke(event)
  }
  const declared = [...allOperations, ...endpoints]
  const handlerOfGroup = (group: FunctionGroup) => {
    const first = declared.find((route) => route.group === group)
    return handlerOf(({ method, path }) => method === first?.method && path === first.path)
  }
  const groups = [...new Set(declared.map(({ group }) => group))]
  handlers.resolve({
    groups: Object.fromEntries(
      groups.map((group) => [group, handlerOfGroup(group)]),
    ) as GatewayHandlers['groups'],
    fallback: handlerOf(({ path }) => path === '$default'),
  })
  const { endpoint, tableName } = table
  const { database } = table
  return { origin, port: gateway.port, endpoint, tableName, database, table, lines, stop }
}
