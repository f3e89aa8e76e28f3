import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endpoints } from '@cairn/contract/http/endpoints'
import { allOperations } from '@cairn/contract/registry/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtCode } from '../support/built-code.ts'
import { startBuiltFunction } from '../support/built-function.ts'
import { functionOf } from '../support/sam.ts'
import {
  production,
  type Resource,
  type Synthesized,
  synthesize,
  synthesizeAnew,
  synthLimit,
} from '../support/synth.ts'

let stack: Synthesized
beforeAll(() => {
  stack = synthesize(production)
}, synthLimit)

const groups = [...new Set([...allOperations, ...endpoints].map(({ group }) => group))]
const nameOf = (group: string) =>
  group.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
const requestFunctions = groups.map((group) => `${nameOf(group)}Function`).sort()
const withoutHash = (id: string) => id.replace(/[0-9A-F]{8}$/, '')
/** The aliases, by the function that they belong to. */
const aliases = () =>
  new Map(
    stack
      .ofType('AWS::Lambda::Alias')
      .map(([id, alias]) => [
        withoutHash((alias.Properties.FunctionName as { Ref: string }).Ref),
        { id, alias },
      ]),
  )
type UpdatePolicy = { CodeDeployLambdaAliasUpdate?: { DeploymentGroupName: { Ref: string } } }
const groupOf = (alias: Resource | undefined) =>
  (alias as { UpdatePolicy?: UpdatePolicy } | undefined)?.UpdatePolicy?.CodeDeployLambdaAliasUpdate
    ?.DeploymentGroupName.Ref

describe('with canary', () => {
  it('everything is invoked by an alias of a published version', () => {
    expect([...aliases().keys()].sort()).toEqual(
      [...requestFunctions, 'DueFunction', 'GoalChangesFunction', 'WebhookDeliveriesFunction'].sort(),
    )
    for (const [name, { alias }] of aliases()) {
      const { FunctionVersion } = alias.Properties as {
        FunctionVersion: { 'Fn::GetAtt': [string, 'Version'] }
      }
      const version = stack.resources[FunctionVersion['Fn::GetAtt'][0]]
      expect(version?.Type, name).toBe('AWS::Lambda::Version')
      expect(functionOf(stack.resources, { Ref: aliases().get(name)?.id })).toMatch(name)
    }
    for (const [, { Properties }] of stack.ofType('AWS::ApiGatewayV2::Integration')) {
      const { Ref } = Properties.IntegrationUri as { Ref: string }
      expect(stack.resources[Ref]?.Type).toBe('AWS::Lambda::Alias')
    }
  })

  it('CodeDeploy moves the functions of requests, a tenth for five minutes, and no others', () => {
    const moved = [...aliases()].filter(([, { alias }]) => groupOf(alias) !== undefined)
    expect(moved.map(([name]) => name).sort()).toEqual(requestFunctions)
    for (const [name, { alias }] of moved) {
      expect(stack.resources[groupOf(alias) ?? '']?.Properties, name).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        DeploymentStyle: { DeploymentOption: 'WITH_TRAFFIC_CONTROL', DeploymentType: 'BLUE_GREEN' },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining([
            'DEPLOYMENT_FAILURE',
            'DEPLOYMENT_STOP_ON_ALARM',
            'DEPLOYMENT_STOP_ON_REQUEST',
          ]),
        },
        AlarmConfiguration: { Enabled: true },
      })
    }
  })

  it('may move these aliases and read alarms, nothing else', () => {
    const [[id, role] = ['', undefined]] = stack
      .ofType('AWS::IAM::Role')
      .filter(([name]) => name.startsWith('CanaryRole'))
    expect(role?.Properties).not.toHaveProperty('ManagedPolicyArns')
    const policies = role?.Properties.Policies as {
      PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] }
    }[]
    const [move, read, ...more] = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    expect(more).toEqual([])
    expect(read).toMatchObject({ Action: 'cloudwatch:DescribeAlarms', Resource: '*' })
    expect(move?.Action).toEqual([
      'lambda:GetAlias',
      'lambda:GetProvisionedConcurrencyConfig',
      'lambda:UpdateAlias',
    ])
    expect(JSON.stringify(move?.Resource)).not.toContain('*')
    expect(JSON.stringify(stack.ofType('AWS::IAM::Policy'))).not.toContain(`"${id}"`)
  })

  it('the pages are uploaded after the API', () => {
    const pages = stack.resources[
      Object.keys(stack.resources).find((id) => id.startsWith('SitePages')) ?? ''
    ] as Resource
    for (const name of requestFunctions) expect(pages.DependsOn).toContain(aliases().get(name)?.id)
  })

  it(
    'an unchanged tree publishes no version, and a changed setting publishes one of each function that has it',
    () => {
      // The metadata of the stubs names their temporary folder.
      const withoutMetadata = ({ resources }: Pick<Synthesized, 'resources'>) =>
        Object.entries(resources).map(([id, { Metadata: _, ...resource }]) => [id, resource])
      expect(withoutMetadata(synthesizeAnew(production, {}))).toEqual(withoutMetadata(stack))
      const versionsOf = ({ ofType }: Synthesized) =>
        new Set(ofType('AWS::Lambda::Version').map(([id]) => id.replace(/Function.*/, '')))
      const ids = (synthesized: Synthesized) => synthesized.ofType('AWS::Lambda::Version').map(([id]) => id)
      const changed = synthesize({ ...production, invitationLifetimeDays: '9' })
      expect(versionsOf(changed)).toEqual(versionsOf(stack))
      const published = ids(changed).filter((id) => !ids(stack).includes(id))
      expect(published.map((id) => id.replace(/Function.*/, '')).sort()).toEqual(['Auth', 'Invitations'])
      // Alarms, limits and retention are not part of a function.
      const others = synthesize({ ...production, requestsPerSecond: '600', logRetentionDays: '30' })
      expect(ids(others)).toEqual(ids(stack))
    },
    synthLimit,
  )

  it('leaves room in the stack', () => {
    // CloudFormation takes 500 resources; 50 stay free. An operation takes one, its route, and a function 11: itself, version, alias, role,
    // policy, log group, integration, permission, deployment group and two alarms.
    expect(Object.keys(stack.resources).length).toBeLessThanOrEqual(450)
  })
})

it('without canary, the functions are invoked themselves', () => {
  const plain = synthesize()
  for (const type of ['Lambda::Alias', 'Lambda::Version', 'CodeDeploy::DeploymentGroup']) {
    expect(plain.ofType(`AWS::${type}`)).toEqual([])
  }
  expect(synthesize({ canary: 'on' }).ofType('AWS::CodeDeploy::DeploymentGroup')).toHaveLength(
    requestFunctions.length,
  )
})

const healthRequest = {
  version: '2.0',
  routeKey: 'GET /health',
  rawPath: '/health',
  rawQueryString: '',
  headers: {},
  isBase64Encoded: false,
  requestContext: { requestId: 'one', http: { method: 'GET', path: '/health', sourceIp: '127.0.0.1' } },
}

describe('a built function that crashes', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'cairn-canary-'))
  afterAll(() => rmSync(directory, { recursive: true }))

  /** Whether Lambda counts an invocation as an error. `plant` changes the code. */
  async function fails(name: string, plant: (code: string) => string): Promise<boolean> {
    const folder = path.join(directory, `${name}-code`)
    cpSync(await builtCode('health'), folder, { recursive: true })
    const module = path.join(folder, 'index.mjs')
    writeFileSync(module, plant(readFileSync(module, 'utf8')))
    const variables = {
      TABLE_NAME: 'cairn',
      AWS_REGION: 'us-east-1',
      WEB_ORIGIN: 'https://cairn.test',
      CURSOR_SECRET: 'unused',
      EMAIL_DELIVERY: 'off',
      METRICS: 'off',
      NODE_ENV: 'test',
    }
    const started = await startBuiltFunction(folder, directory, name, variables).catch(() => undefined)
    if (!started) return true
    try {
      const response = await started.invoke<{ statusCode: number }>(healthRequest).catch(() => undefined)
      expect(response?.statusCode ?? 200).toBe(200)
      return response === undefined
    } finally {
      await started.stop()
    }
  }

  it('is compared with one that does not', async () => {
    expect(await fails('healthy', (code) => code)).toBe(false)
  })

  type Alarm = { Period: number; EvaluationPeriods: number; DatapointsToAlarm?: number; Threshold: number }

  function alarmsFor(name: string): Map<string, Alarm> {
    const group = stack.resources[groupOf(aliases().get(name)?.alias) ?? '']
    const configuration = group?.Properties.AlarmConfiguration as
      | { Alarms: { Name: { Ref: string } }[] }
      | undefined
    return new Map(
      (configuration?.Alarms ?? []).map(({ Name }) => [
        withoutHash(Name.Ref),
        stack.resources[Name.Ref]?.Properties as unknown as Alarm,
      ]),
    )
  }

  /**
   * The minute in which an alarm goes off, by CloudWatch's rules: it looks at the last period each minute, and counts what it has
   * heard by then. Undefined if it does not within the five minutes of the canary.
   *
   * @param eachMinute  How much it counts in a minute.
   * @param delayMinutes  How late metrics are.
   */
  function minuteOfAlarm(alarm: Alarm | undefined, eachMinute: number, delayMinutes = 2): number | undefined {
    if (!alarm) throw new Error('there is no such alarm')
    expect(alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods).toBe(1)
    const canaryMinutes = 5
    for (let minute = 1; minute <= canaryMinutes; minute++) {
      const heard = Math.max(0, minute - delayMinutes)
      const within = Math.min(heard, alarm.Period / 60)
      if (Math.floor(within * eachMinute) >= alarm.Threshold) return minute
    }
    return undefined
  }
  const share = 0.1

  it.each([
    ['when it starts', (code: string) => `${code}\nthrow new Error('planted')\n`],
    [
      'in a request',
      (code: string) =>
        code.replace(/export ?\{\w+ as handler\}/, 'export const handler=()=>{throw new Error("planted")}'),
    ],
  ])('%s raises its alarm while it gets a tenth of the requests', async (name, plant) => {
    expect(await fails(name.replaceAll(' ', '-'), plant)).toBe(true)
    for (const lambda of requestFunctions) {
      const alarm = alarmsFor(lambda).get(`Alarm${lambda}Errors`)
      // Four requests a minute are enough: a tenth of them crashes, and the third minute is the last that is heard in time.
      expect(minuteOfAlarm(alarm, 4 * share), lambda).toBe(5)
      expect(minuteOfAlarm(alarm, 10 * share), lambda).toBe(3)
      expect(minuteOfAlarm(alarm, 0), lambda).toBeUndefined()
    }
  })

  it('answers 500 instead: that raises the alarm of the API from seventeen requests a minute', () => {
    for (const lambda of requestFunctions) {
      const alarm = alarmsFor(lambda).get('AlarmServerErrors')
      expect(minuteOfAlarm(alarm, 17 * share), lambda).toBe(5)
      expect(minuteOfAlarm(alarm, 16 * share), lambda).toBeUndefined()
    }
  })
})
