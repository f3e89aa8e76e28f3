import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { App } from 'aws-cdk-lib'
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createRepositoryAccess } from '../../infra/ci/repository-access.ts'
import { SettingError } from '../../infra/configuration/configuration-settings.ts'
import { createCairn } from '../../infra/stack/create-cairn.ts'
import { cdkJson, root, synthesizeAnew, synthLimit } from './support/synth.ts'

const asked = { repository: 'example/cairn', environment: 'production' }

describe('the role of a repository', () => {
  const access = (context: Record<string, string>) => {
    const app = new App({ context: { ...cdkJson.context, ...context } })
    const stack = createRepositoryAccess(app)
    return { template: Template.fromStack(stack), annotations: Annotations.fromStack(stack) }
  }

  it('is for one environment of one repository, by tokens that GitHub issued for AWS', () => {
    const { template, annotations } = access(asked)
    const [role, ...more] = Object.values(template.findResources('AWS::IAM::Role'))
    expect(more).toEqual([])
    expect(role?.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRoleWithWebIdentity',
        Principal: { Federated: { Ref: expect.stringMatching(/^GitHub/) } },
        Condition: {
          StringEquals: {
            'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
            'token.actions.githubusercontent.com:sub': 'repo:example/cairn:environment:production',
          },
        },
      },
    ])
    expect(annotations.findError('*', Match.anyValue())).toEqual([])
  })

  it('may only assume the bootstrap roles that deploy and that upload files', () => {
    const { template } = access(asked)
    const [role] = Object.values(template.findResources('AWS::IAM::Role'))
    expect(role?.Properties).not.toHaveProperty('ManagedPolicyArns')
    expect(template.findResources('AWS::IAM::Policy')).toEqual({})
    const arn = (name: string) => ({
      'Fn::Sub': [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation fills it in.
        'arn:${AWS::Partition}:iam::${AWS::AccountId}:role/cdk-${Qualifier}-NAME-${AWS::AccountId}-${AWS::Region}'.replace(
          'NAME',
          name,
        ),
        { Qualifier: 'hnb659fds' },
      ],
    })
    expect(role?.Properties.Policies.map(({ PolicyDocument }: never) => PolicyDocument)).toEqual([
      {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: 'sts:AssumeRole',
            Resource: [arn('deploy-role'), arn('file-publishing-role')],
          },
        ],
      },
    ])
  })

  it('uses the provider that the account has', () => {
    const arn = 'arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com'
    expect(access(asked).template.findResources('AWS::IAM::OIDCProvider')).not.toEqual({})
    const { template } = access({ ...asked, githubProviderArn: arn })
    expect(template.findResources('AWS::IAM::OIDCProvider')).toEqual({})
    expect(JSON.stringify(template.toJSON())).toContain(`"Federated":"${arn}"`)
  })

  it.each<[Record<string, string>, RegExp]>([
    [{ environment: 'dev' }, /^repository must be set with -c: a repository such as example\/cairn\.$/],
    [{ repository: 'example/cairn' }, /^environment must be set with -c: the name of a stage/],
    [{ ...asked, repository: 'cairn' }, /^repository must be a repository such as/],
    [{ ...asked, repository: 'example/*' }, /^repository must be a repository such as/],
    [{ ...asked, environment: '*' }, /^environment must be the name of a stage/],
    [{ ...asked, githubProviderArn: 'github' }, /^githubProviderArn must be the ARN of the provider/],
  ])('%j stops synth with a sentence', (context, sentence) => {
    expect(() => access(context)).toThrow(SettingError)
    expect(() => access(context)).toThrow(sentence)
  })
})

type Step = { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }
type Job = {
  needs?: string
  if?: string
  uses?: string
  with?: Record<string, string>
  environment?: string
  permissions?: Record<string, string>
  steps?: Step[]
}
type Workflow = {
  on: Record<string, unknown>
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

const folder = path.join(root, '.github/workflows')
const text = (name: string) => readFileSync(path.join(folder, name), 'utf8')
const workflow = (name: string): Workflow => parse(text(name))

describe('the workflow that deploys', () => {
  const { on, jobs, permissions } = workflow('deploy.yml')
  const stage = workflow('deploy-stage.yml')
  const steps = stage.jobs.deploy?.steps ?? []

  it('synthesizes once, for all stages', () => {
    const runs = [...Object.values(jobs), ...Object.values(stage.jobs)]
      .flatMap(({ steps = [] }) => steps)
      .flatMap(({ run = [] }) => run)
    expect(runs.filter((run) => /synth|cdk deploy/.test(run))).toEqual([
      'npx cdk synth --quiet -c stage=dev,staging,production',
      'npx cdk deploy --app cdk.out --build true --require-approval never "Cairn-$STAGE"',
    ])
    const uploaded = jobs.synthesize?.steps?.find(({ uses }) => uses?.startsWith('actions/upload-artifact'))
    const downloaded = steps.find(({ uses }) => uses?.startsWith('actions/download-artifact'))
    expect(uploaded?.with).toMatchObject({ name: 'assembly', path: 'cdk.out' })
    expect(downloaded?.with).toEqual({ name: 'assembly', path: 'cdk.out' })
  })

  it('deploys to dev, then to staging, then to production, each with its environment', () => {
    const order = Object.entries(jobs).map(([name, job]) => [name, job.needs, job.with?.stage])
    expect(order).toEqual([
      ['synthesize', undefined, undefined],
      ['dev', 'synthesize', 'dev'],
      ['staging', 'dev', 'staging'],
      ['production', 'staging', 'production'],
    ])
    for (const name of ['dev', 'staging', 'production']) {
      expect(jobs[name]?.uses).toBe('./.github/workflows/deploy-stage.yml')
    }
    // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub fills it in.
    const input = '${{ inputs.stage }}'
    // The environment asks for the approval, and its name is in the subject of the role.
    expect(stage.jobs.deploy?.environment).toBe(input)
  })

  it('never runs for pull requests, and not before somebody has set it up', () => {
    expect(Object.keys(on)).toEqual(['push', 'workflow_dispatch'])
    expect(Object.keys(stage.on)).toEqual(['workflow_call'])
    expect(jobs.synthesize?.if).toBe("vars.AWS_REGION != ''")
  })

  it('has no credentials where packages run their scripts', () => {
    expect(permissions).toEqual({ contents: 'read' })
    expect(jobs.synthesize).not.toHaveProperty('permissions')
    const place = (pattern: RegExp) =>
      steps.findIndex(({ uses = '', run = '' }) => pattern.test(uses) || pattern.test(run))
    expect(steps[place(/^npm ci/)]?.run).toBe('npm ci --ignore-scripts')
    expect(place(/^npm ci/)).toBeLessThan(place(/^aws-actions\//))
    expect(JSON.stringify([jobs, stage.jobs])).not.toContain('secrets.')
  })
})

it('actions of every workflow are pinned by the hash of a commit, with their version', () => {
  const uses = readdirSync(folder).flatMap((name) => text(name).match(/uses: .*/g) ?? [])
  expect(uses.length).toBeGreaterThan(8)
  for (const line of uses) {
    expect(line).toMatch(
      /^uses: (?:[\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/[\w-]+\.yml)$/,
    )
  }
})

describe('several stages in one assembly', () => {
  const create = (stage: string) => createCairn(new App({ context: { ...cdkJson.context, stage } }), {})

  it(
    'are a stack each, with the settings of the stage',
    () => {
      const { directory } = synthesizeAnew({ stage: 'dev,staging' }, {})
      for (const stage of ['dev', 'staging']) {
        const template = readFileSync(path.join(directory, `Cairn-${stage}.template.json`), 'utf8')
        expect(template).toContain(`Cairn/${stage}`)
      }
    },
    synthLimit,
  )

  it('are refused unless they are different words', () => {
    for (const stage of ['dev,', 'dev,,staging', 'dev,dev']) {
      expect(() => create(stage)).toThrow(
        new SettingError('stage must be one stage, or several different ones with commas between them.'),
      )
    }
    expect(() => create('dev,Staging')).toThrow(/^stage must be a word such as staging/)
  })
})
