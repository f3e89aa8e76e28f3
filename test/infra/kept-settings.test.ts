import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { currentFormat } from '@cairn/domain/storage/table/entities/format'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { production, root, type Synthesized, synthesize, synthLimit } from './support/synth.ts'

type Properties = { Kept: Record<string, string>; Drop?: string[] }
type Event = {
  RequestType: 'Create' | 'Update' | 'Delete'
  ResourceProperties: Properties
  OldResourceProperties?: Properties
}
type Answer = { Status: string; Reason?: string; PhysicalResourceId: string; RequestId: string }

describe('the function that compares', () => {
  let handler: (event: object) => Promise<void>
  let status: string | Error
  let answers: Answer[] = []
  let answerWith = 200
  const cloudFormation = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    answers.push(JSON.parse(body))
    response.writeHead(answerWith).end()
  })

  beforeAll(async () => {
    // As Lambda does: the code is index.js, and the runtime has the SDK.
    const directory = mkdtempSync(path.join(tmpdir(), 'cairn-kept-settings-'))
    cpSync(path.join(root, 'infra/configuration/kept-settings-handler.cjs'), path.join(directory, 'index.js'))
    const sdk = path.join(directory, 'node_modules/@aws-sdk/client-cloudformation')
    mkdirSync(sdk, { recursive: true })
    writeFileSync(
      path.join(sdk, 'index.js'),
      `exports.DescribeStacksCommand = class { constructor(input) { this.input = input } }
      exports.CloudFormationClient = class { send = ({ input }) => exports.describe(input) }`,
    )
    const require = createRequire(path.join(directory, 'index.js'))
    require(sdk).describe = async ({ StackName }: { StackName: string }) => {
      if (status instanceof Error) throw status
      return { Stacks: StackName === 'the-stack' ? [{ StackStatus: status }] : [] }
    }
    handler = require(path.join(directory, 'index.js')).handler
    await new Promise<void>((resolve) => cloudFormation.listen(0, '127.0.0.1', resolve))
  })

  beforeEach(() => {
    answers = []
    answerWith = 200
    status = 'UPDATE_IN_PROGRESS'
  })

  afterAll(() => cloudFormation.close())

  async function compare(event: Event): Promise<Answer> {
    const { port } = cloudFormation.address() as AddressInfo
    await handler({
      ...event,
      StackId: 'the-stack',
      RequestId: 'one',
      LogicalResourceId: 'KeptSettings',
      ResponseURL: `http://127.0.0.1:${port}/`,
    })
    const [answer, ...more] = answers
    if (!answer || more.length > 0) throw new Error(`${answers.length} answers`)
    return answer
  }

  const update = (before: Record<string, string>, after: Record<string, string>, drop: string[] = []) =>
    compare({
      RequestType: 'Update',
      OldResourceProperties: { Kept: before },
      ResourceProperties: { Kept: after, Drop: drop },
    })
  const told = { authProvider: 'oidc', domainName: 'cairn.example.com', alarmEmail: 'on' }

  test('lets a first deploy, the same settings again, more of them, and a removal go on', async () => {
    const first = await compare({ RequestType: 'Create', ResourceProperties: { Kept: told } })
    expect(first).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: 'kept-settings', RequestId: 'one' })
    for (const [before, after] of [
      [told, told],
      [{ authProvider: 'oidc' }, told],
    ] as const) {
      answers = []
      expect(await update(before, after)).toMatchObject({ Status: 'SUCCESS' })
    }
    answers = []
    expect(await compare({ RequestType: 'Delete', ResourceProperties: { Kept: told } })).toMatchObject({
      Status: 'SUCCESS',
    })
  })

  test('refuses a deploy that forgot or changed settings, and names them all', async () => {
    expect(await update(told, { authProvider: 'email' })).toMatchObject({
      Status: 'FAILED',
      Reason:
        'This deploy would drop authProvider (oidc), domainName (cairn.example.com), alarmEmail (on), which the last one was told. Put it into the file of the stage, or add -c drop=authProvider,domainName,alarmEmail if you mean it.',
    })
  })

  test('refuses code of another format of the data, unless the data was moved', async () => {
    const before = { format: '1', authProvider: 'email' }
    const after = { format: '2', authProvider: 'email' }
    expect(await update(before, after)).toMatchObject({
      Status: 'FAILED',
      Reason:
        'The data has format 1, and this version of Cairn reads format 2. Deploy the version that wrote the data, or move the data as CHANGELOG.md says, and add -c drop=format.',
    })
    answers = []
    expect(await update(before, after, ['format'])).toMatchObject({ Status: 'SUCCESS' })
    answers = []
    // A stack from before the number was kept.
    expect(await update({ authProvider: 'email' }, after)).toMatchObject({ Status: 'SUCCESS' })
  })

  test('lets go what is named, and nothing else', async () => {
    expect(await update(told, { authProvider: 'oidc' }, ['domainName', 'alarmEmail'])).toMatchObject({
      Status: 'SUCCESS',
    })
    answers = []
    const { Status, Reason } = await update(told, { authProvider: 'oidc' }, ['domainName'])
    expect([Status, Reason]).toEqual(['FAILED', expect.stringContaining('drop alarmEmail (on),')])
  })

  test.each(['UPDATE_ROLLBACK_IN_PROGRESS', 'ROLLBACK_IN_PROGRESS'])(
    'lets a rollback take back what the deploy added: %s',
    async (rollback) => {
      status = rollback
      expect(await update(told, { authProvider: 'email' })).toMatchObject({ Status: 'SUCCESS' })
    },
  )

  test('refuses if it cannot learn whether this is a rollback, and says why', async () => {
    status = new Error('Rate exceeded')
    expect(await update(told, {})).toMatchObject({
      Status: 'FAILED',
      Reason: 'The settings of the last deploy could not be compared: Rate exceeded',
    })
  })

  test('fails if CloudFormation does not take the answer, so that Lambda tries again', async () => {
    answerWith = 403
    await expect(update(told, told)).rejects.toThrow('CloudFormation answered 403')
  })
})

describe('in the template', () => {
  let stack: Synthesized
  const everything = {
    ...production,
    authProvider: 'oidc',
    authOidcIssuer: 'https://id.example.com/',
    authOidcClientId: 'cairn',
    domainName: 'cairn.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/one',
    firewallRequestsPer5Minutes: '',
    webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/cairn/one',
    alarmEmail: 'ops@example.com',
    restoredTable: 'cairn-restored',
    restoredTableStreamArn:
      'arn:aws:dynamodb:eu-west-1:123456789012:table/cairn-restored/stream/2026-11-20T10:00:00.000',
    drop: 'alarmEmail,domainName',
  }

  beforeAll(() => {
    stack = synthesize(everything)
  }, synthLimit)

  it('are the settings that may not be forgotten, and those that may', () => {
    const plain = synthesize()
    expect(plain.single('Custom::KeptSettings')).toMatchObject({
      Kept: { format: String(currentFormat), authProvider: 'email' },
      Drop: [],
    })
    expect(stack.single('Custom::KeptSettings')).toMatchObject({
      Kept: {
        authProvider: 'oidc',
        domainName: 'cairn.example.com',
        firewall: 'on',
        alarmEmail: 'on',
        restoredTable: 'cairn-restored',
      },
      Drop: ['alarmEmail', 'domainName'],
    })
  })

  it('every other resource waits for the comparison', () => {
    const waiting = Object.entries(stack.resources).filter(([id]) => !id.startsWith('KeptSettings'))
    expect(waiting.length).toBeGreaterThan(100)
    for (const [id, { DependsOn = [] }] of waiting) expect(DependsOn, id).toContain('KeptSettings')
  })

  it('the function is short enough to be in it, and may only look at its own stack', () => {
    const [[, lambda] = [undefined, undefined]] = stack
      .ofType('AWS::Lambda::Function')
      .filter(([id]) => id.startsWith('KeptSettings'))
    const { ZipFile } = (lambda?.Properties.Code ?? {}) as { ZipFile: string }
    expect(ZipFile.length).toBeLessThanOrEqual(4_096)
    const [[, role] = [undefined, undefined]] = stack
      .ofType('AWS::IAM::Role')
      .filter(([id]) => id.startsWith('KeptSettings'))
    const policies = role?.Properties.Policies as { PolicyDocument: { Statement: object[] } }[]
    expect(policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)).toEqual([
      expect.objectContaining({ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }),
      { Effect: 'Allow', Action: 'cloudformation:DescribeStacks', Resource: { Ref: 'AWS::StackId' } },
    ])
  })
})
