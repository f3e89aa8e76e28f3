import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { allOperations, endpoints, type FunctionGroup } from '@cairn/contract'
import type { GroupHandler } from '@cairn/lambda'
import { type GatewayHandlers, startGateway } from '@cairn/local/gateway/gateway'
import { backgroundAccess } from '../../../infra/functions/function-access.ts'
import { createWireTable, engineEndpoint, type TestTable } from '../../support/service/engine.ts'
import { type EngineProxy, startEngineProxy } from '../../support/service/engine-proxy.ts'
import { type BuiltFunction, startBuiltFunction } from './built-function.ts'
import {
  type FakeSecrets,
  type FakeSes,
  type FakeSqs,
  startFakeSecrets,
  startFakeSes,
  startFakeSqs,
} from './fake-aws.ts'
import { type SamFunction, samFunctions, samRoutes } from './sam.ts'
import type { Synthesized } from './synth.ts'

/** A function with its own engine proxy, secrets and queues, which record only its calls. */
export type DeployedFunction = SamFunction & {
  built: BuiltFunction
  engine: EngineProxy
  secrets: FakeSecrets
  sqs: FakeSqs
}

/** The functions that no request calls, by their folder. */
export type BackgroundFunction = keyof typeof backgroundAccess

export type Deployment = {
  origin: string
  table: TestTable
  ses: FakeSes
  functions: Map<string, DeployedFunction>
  /** By its group in the registry, or its folder. */
  functionOf(name: FunctionGroup | BackgroundFunction): DeployedFunction
  stop(): Promise<void>
}

const secretValue = 'SecretOfLettersAndDigitsAsSecretsManagerWouldMakeThem0123456789ab'

/** The secret that the distribution adds to every request. Tests change it to bypass the distribution. */
export const originHeader = { value: secretValue as string | undefined }

/** Starts the built functions behind a local gateway, connected as in the template. */
export async function startDeployment(synthesized: Synthesized): Promise<Deployment> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'cairn-deployment-'))
  const table = await createWireTable()
  const ses = await startFakeSes()
  const handlers = Promise.withResolvers<GatewayHandlers>()
  const gateway = await startGateway({ port: 0, handlers: handlers.promise, logError: console.error })
  const origin = `http://localhost:${gateway.port}`
  const functions = new Map<string, DeployedFunction>()
  await Promise.all(
    samFunctions(synthesized).map(async (found) => {
      const engine = await startEngineProxy(await engineEndpoint())
      const sqs = await startFakeSqs()
      const variables = variablesOf(found, { tableName: table.tableName, origin, sqs })
      const arns = Object.values(variables).filter((value) => value.startsWith('secret:'))
      const secrets = await startFakeSecrets(Object.fromEntries(arns.map((arn) => [arn, secretValue])))
      const built = await startBuiltFunction(found.codeDirectory, temporary, found.logicalId, {
        ...variables,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
        AWS_SESSION_TOKEN: 'local',
        AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
        ...('DYNAMODB_ENDPOINT' in variables && { DYNAMODB_ENDPOINT: engine.endpoint }),
        SES_ENDPOINT: ses.endpoint,
        // Receivers of tests are on this machine.
        ...(found.logicalId.startsWith('WebhookDeliveries') && {
          NODE_ENV: 'test',
          WEBHOOK_TARGETS: 'loopback',
        }),
      })
      functions.set(found.logicalId, { ...found, built, engine, secrets, sqs })
    }),
  )
  const handlerOf = (functionId: string | undefined): GroupHandler => {
    const deployed = functions.get(functionId ?? '')
    if (!deployed) throw new Error(`no function ${functionId} is deployed`)
    return (event) => {
      const { value } = originHeader
      const headers = { ...event.headers, ...(value !== undefined && { 'x-origin-verify': value }) }
      return deployed.built.invoke({ ...event, headers })
    }
  }
  const routes = samRoutes(synthesized)
  const declared = [...allOperations, ...endpoints]
  const idOf = (group: FunctionGroup) => {
    const first = declared.find((route) => route.group === group)
    return routes.find(({ method, path }) => method === first?.method && path === first.path)?.functionId
  }
  const groups = [...new Set(declared.map(({ group }) => group))]
  handlers.resolve({
    groups: Object.fromEntries(
      groups.map((group) => [group, handlerOf(idOf(group))]),
    ) as GatewayHandlers['groups'],
    fallback: handlerOf(routes.find(({ path }) => path === '$default')?.functionId),
  })
  return {
    origin,
    table,
    ses,
    functions,
    functionOf: (name) => {
      const id = isBackground(name)
        ? [...functions.keys()].find((key) => key.replace(/Function[0-9A-F]{8}$/, '') === constructOf(name))
        : idOf(name)
      const deployed = functions.get(id ?? '')
      if (!deployed) throw new Error(`${name} is not deployed`)
      return deployed
    },
    stop: async () => {
      await gateway.close(0)
      for (const { built, engine, secrets, sqs } of functions.values()) {
        await Promise.all([built.stop(), engine.stop(), secrets.stop(), sqs.stop()])
      }
      await Promise.all([ses.stop(), table.stop(), rm(temporary, { recursive: true })])
    },
  }
}

function isBackground(name: string): name is BackgroundFunction {
  return name in backgroundAccess
}

/** The name of a construct in the template: `GoalChanges` for `goal-changes`. */
function constructOf(folder: string): string {
  return folder.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The environment as CloudFormation resolves it: references become names, secrets their ids, queues their addresses. */
function variablesOf(
  { environment }: SamFunction,
  { tableName, origin, sqs }: { tableName: string; origin: string; sqs: FakeSqs },
): Record<string, string> {
  const entries = Object.entries(environment).map(([name, value]) => {
    if (typeof value === 'string') return [name, value]
    if (name === 'TABLE_NAME') return [name, tableName]
    if (name === 'WEB_ORIGIN') return [name, origin]
    if (name.endsWith('_SECRET_ARN')) return [name, `secret:${(value as { Ref: string }).Ref}`]
    if (name.endsWith('_QUEUE_URL')) return [name, sqs.urlOf((value as { Ref: string }).Ref)]
    return [name, name.toLowerCase()]
  })
  return Object.fromEntries(entries)
}
