import type { FunctionGroup } from '@cairn/contract/http/endpoints'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import type { Secrets } from '../data/secrets.ts'
import { type EmailSender, noEmails } from './email.ts'
import { readSecrets, tableAccessOf, tableStatements } from './function-access.ts'
import { addressEnvironment, commonEnvironment } from './function-environment.ts'
import { createLambdaFunction } from './lambda-function.ts'

type Profile = {
  memoryMegabytes: number
  /** Has lists, and seals their cursors. */
  lists: boolean
  /** Accepts sessions of the authentication provider, and so needs its settings. */
  sessions: boolean
  /** Sends emails. */
  emails: boolean
  /** Limits attempts by client address. */
  limits: boolean
}

/**
 * Lambda allots processor time by memory: 1,769 MB get a full processor. Every function needs far less memory than it has. These
 * values choose processor time, for the cold start (about 100 ms of a full processor) and for requests.
 *
 * - auth: each sign-in waits for argon2id, which takes tens of milliseconds of a full processor.
 * - goals: the most used, with pages of 100 goals to parse and serialize.
 * - health: responds from memory. It also serves requests without a route, so it must be cheap.
 * - oauth: starts with the authorization server's library, while a person waits.
 * - mcp: serves agents what goals serves people, and starts with the protocol's library.
 * - the others: a few database calls and a small response.
 */
const profiles: Record<FunctionGroup, Profile> = {
  health: { memoryMegabytes: 256, lists: false, sessions: false, emails: false, limits: false },
  auth: { memoryMegabytes: 1769, lists: false, sessions: true, emails: true, limits: true },
  organizations: { memoryMegabytes: 512, lists: true, sessions: true, emails: false, limits: true },
  invitations: { memoryMegabytes: 512, lists: true, sessions: true, emails: true, limits: true },
  'api-tokens': { memoryMegabytes: 512, lists: true, sessions: true, emails: false, limits: false },
  goals: { memoryMegabytes: 1024, lists: true, sessions: true, emails: false, limits: false },
  'goal-labels': { memoryMegabytes: 512, lists: true, sessions: true, emails: false, limits: false },
  'goal-claims': { memoryMegabytes: 512, lists: true, sessions: true, emails: false, limits: false },
  'goal-questions': { memoryMegabytes: 512, lists: true, sessions: true, emails: false, limits: false },
  'goal-comments': { memoryMegabytes: 512, lists: true, sessions: true, emails: false, limits: false },
  inbox: { memoryMegabytes: 512, lists: true, sessions: true, emails: false, limits: false },
  'goal-views': { memoryMegabytes: 512, lists: true, sessions: true, emails: false, limits: false },
  events: { memoryMegabytes: 512, lists: true, sessions: true, emails: false, limits: false },
  webhooks: { memoryMegabytes: 512, lists: true, sessions: true, emails: false, limits: true },
  notifications: { memoryMegabytes: 512, lists: false, sessions: true, emails: false, limits: false },
  oauth: { memoryMegabytes: 1024, lists: true, sessions: true, emails: false, limits: true },
  mcp: { memoryMegabytes: 1024, lists: true, sessions: true, emails: false, limits: false },
}

export function memoryMegabytesOf(group: FunctionGroup): number {
  return profiles[group].memoryMegabytes
}

/** A request gives up with 503 after 8 seconds; two more let it respond and log. */
const timeoutSeconds = 10

export type GroupFunctions = Record<FunctionGroup, NodejsFunction>

export type FunctionParts = {
  table: ITable
  secrets: Secrets
  email: EmailSender | undefined
  distribution: Distribution
}

/** Creates one function for each group of the registry. */
export function createGroupFunctions(
  scope: Construct,
  configuration: Configuration,
  parts: FunctionParts,
): GroupFunctions {
  const functions = Object.keys(profiles).map((name) => {
    const group = name as FunctionGroup
    return [group, createGroupFunction(scope, configuration, parts, group)]
  })
  return Object.fromEntries(functions)
}

function createGroupFunction(
  scope: Construct,
  configuration: Configuration,
  { table, secrets, email, distribution }: FunctionParts,
  group: FunctionGroup,
): NodejsFunction {
  const { memoryMegabytes, lists, sessions, emails, limits } = profiles[group]
  const provider = sessions ? secrets.provider : undefined
  const readsProvider = provider !== undefined && (group === 'auth' || !provider.isForAuthOnly)
  const sender = emails ? email : undefined
  const ownSecrets = [
    secrets.originVerify,
    ...(lists ? [secrets.cursor] : []),
    ...(readsProvider ? [provider.secret] : []),
  ]
  return createLambdaFunction(scope, idOf(group), configuration, {
    folder: group,
    description: `Cairn ${configuration.stage}: ${group}`,
    memoryMegabytes,
    timeoutSeconds,
    environment: {
      ...commonEnvironment(configuration, table.tableName, distribution),
      ...(sessions ? configuration.authentication.environment : {}),
      ORIGIN_VERIFY_SECRET_ARN: secrets.originVerify.secretArn,
      // Empty variables are for the SAM CLI, which overrides only variables in the template.
      CURSOR_SECRET_ARN: lists ? secrets.cursor.secretArn : '',
      CURSOR_SECRET: lists ? '' : 'unused',
      ...(provider && {
        [`${provider.variable}_ARN`]: readsProvider ? provider.secret.secretArn : '',
        [provider.variable]: readsProvider ? '' : 'unused',
      }),
      ...(sender ? sender.environment : noEmails),
      ...(sessions && { RATE_LIMITS: configuration.rateLimits }),
      ...(limits && addressEnvironment(configuration)),
      ...(emails && { INVITATION_LIFETIME_DAYS: String(configuration.invitationLifetimeDays) }),
    },
    statements: [
      ...tableStatements(table, tableAccessOf(group)),
      readSecrets(ownSecrets),
      ...(sender?.statements ?? []),
    ],
  })
}

/** The construct id of a group: `GoalLabels` for `goal-labels`. */
function idOf(group: FunctionGroup): string {
  return group.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
