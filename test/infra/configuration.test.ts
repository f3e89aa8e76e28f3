import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { App } from 'aws-cdk-lib'
import { describe, expect, it } from 'vitest'
import { type Configuration, readConfiguration } from '../../infra/configuration/configuration.ts'
import {
  createSettings,
  environmentName,
  SettingError,
  settingNames,
} from '../../infra/configuration/configuration-settings.ts'
import { createCairn } from '../../infra/stack/create-cairn.ts'
import { cdkJson, production, root } from './support/synth.ts'

const region = { CDK_DEFAULT_REGION: 'us-east-1' }

const restored = (tableRegion: string, account: string) => ({
  restoredTable: 'restored',
  restoredTableStreamArn: `arn:aws:dynamodb:${tableRegion}:${account}:table/restored/stream/2026-11-20T10:00:00.000`,
})

function read(context: Record<string, unknown>, environment: Record<string, string> = {}): Configuration {
  return readConfiguration(createSettings({ ...cdkJson.context, ...context }, environment))
}

describe('the configuration', () => {
  it('is complete without settings', () => {
    expect(read({})).toMatchObject({
      stage: 'dev',
      authentication: { provider: 'email' },
      architecture: 'arm64',
    })
  })

  it('allows any short word as a stage, and settings make one like production', () => {
    const likeProduction = (settings: Record<string, unknown>) => {
      const { deletionProtection, throttling, logRetentionDays, metrics } = read(settings)
      return { deletionProtection, throttling, logRetentionDays, metrics }
    }
    const own = {
      emailFrom: 'no-reply@example.com',
      stage: 'production',
      alarmEmail: 'none',
      firewallRequestsPer5Minutes: 'none',
    }
    expect(likeProduction({ stage: 'staging-2' })).toEqual(likeProduction({}))
    expect(likeProduction({})).toEqual({
      deletionProtection: false,
      throttling: { requestsPerSecond: 50, burst: 100, passwordRequestsPerSecond: 50 },
      logRetentionDays: 14,
      metrics: false,
    })
    const defaults = {
      deletionProtection: true,
      throttling: { requestsPerSecond: 5_000, burst: 2_500, passwordRequestsPerSecond: 200 },
      logRetentionDays: 90,
      metrics: true,
    }
    expect(likeProduction(own)).toEqual(defaults)
    expect(
      likeProduction({
        stage: 'staging',
        deletionProtection: 'on',
        requestsPerSecond: '5000',
        requestsBurst: '2500',
        passwordRequestsPerSecond: '200',
        logRetentionDays: '90',
        metrics: 'on',
      }),
    ).toEqual(defaults)
    expect(likeProduction({ ...own, deletionProtection: 'off' })).toEqual({
      ...defaults,
      deletionProtection: false,
    })
  })

  it.each([
    ['3000', 100],
    ['99', 99],
  ])(
    'limits sign-ins to 100, but never above the limit of %s for all requests',
    (firewallRequestsPer5Minutes, signInsPer5Minutes) => {
      expect(read({ firewallRequestsPer5Minutes }, region).firewall).toMatchObject({ signInsPer5Minutes })
    },
  )

  it('prefers the context to the environment', () => {
    expect(read({}, { CAIRN_LOG_LEVEL: 'DEBUG' }).logLevel).toBe('DEBUG')
    expect(read({ logLevel: 'WARN' }, { CAIRN_LOG_LEVEL: 'DEBUG' }).logLevel).toBe('WARN')
    expect(environmentName('firewallRequestsPer5Minutes')).toBe('CAIRN_FIREWALL_REQUESTS_PER_5_MINUTES')
  })

  it('uses the domain of the sender as its identity', () => {
    const from = 'Cairn <no-reply@mail.example.com>'
    const email = { kind: 'ses', from, perSecond: 10, identity: 'mail.example.com' }
    expect(read({ emailFrom: email.from }).email).toEqual(email)
    expect(read({ emailFrom: email.from, emailIdentity: 'example.com' }).email).toEqual({
      ...email,
      identity: 'example.com',
    })
  })

  it('sends emails by an SMTP server if there is one', () => {
    const server = { emailFrom: 'no-reply@example.com', smtpHost: 'smtp.example.com' }
    const email = { kind: 'smtp', from: server.emailFrom, perSecond: 10, host: server.smtpHost }
    expect(read(server).email).toEqual({ ...email, port: undefined, tls: 'starttls', user: undefined })
    expect(read({ ...server, smtpPort: '2465', smtpTls: 'tls', smtpUser: 'cairn' }).email).toEqual({
      ...email,
      port: 2465,
      tls: 'tls',
      user: 'cairn',
    })
  })

  it('passes the settings of a provider to the functions, under their names', () => {
    const { authentication } = read({
      authProvider: 'trusted_proxy',
      authProxyIssuer: 'proxy',
      authProxyAudience: 'production',
      authProxyLoginUrl: 'https://id.example.com/login',
      authProxyLogoutUrl: 'https://id.example.com/logout',
    })
    expect(authentication.environment).toEqual({
      AUTH_PROVIDER: 'trusted_proxy',
      AUTH_PROXY_ISSUER: 'proxy',
      AUTH_PROXY_AUDIENCE: 'production',
      AUTH_PROXY_LOGIN_URL: 'https://id.example.com/login',
      AUTH_PROXY_LOGOUT_URL: 'https://id.example.com/logout',
    })
  })

  it('passes the settings of an OpenID provider to the functions, without its secret', () => {
    const { authentication } = read({
      authProvider: 'oidc',
      authOidcIssuer: 'https://id.example.com/',
      authOidcClientId: 'cairn',
      authOidcProviderWord: 'company',
      authAccountUrl: 'https://id.example.com/account',
    })
    expect(authentication.environment).toEqual({
      AUTH_PROVIDER: 'oidc',
      AUTH_OIDC_ISSUER: 'https://id.example.com/',
      AUTH_OIDC_CLIENT_ID: 'cairn',
      AUTH_OIDC_PROVIDER_WORD: 'company',
      AUTH_ACCOUNT_URL: 'https://id.example.com/account',
    })
  })

  it.each<[Record<string, unknown>, RegExp, Record<string, string>?]>([
    [{ stage: 'Staging' }, /^stage must be a word such as staging: at most 20 lower-case letters/],
    [{ stage: '2nd' }, /^stage must be a word/],
    [{ stage: 'staging-' }, /^stage must be a word/],
    [{ stage: 'a-stage-of-21-letters' }, /^stage must be a word/],
    [{ deletionProtection: 'yes' }, /^deletionProtection must be one of on, off\.$/],
    [{ stage: 'production' }, /^emailFrom must be set in production/],
    [{ ...production, alarmEmail: '' }, /^alarmEmail must be set in production: an address .*, or none/],
    [
      { ...production, firewallRequestsPer5Minutes: '' },
      /^firewallRequestsPer5Minutes or webAclArn must be set in production: a firewall, or none/,
    ],
    [
      { ...production, firewallSignInsPer5Minutes: '50' },
      /^firewallRequestsPer5Minutes cannot be none if firewallSignInsPer5Minutes is set\.$/,
    ],
    [{ monthlyBudget: '100' }, /^alarmEmail must be an address if monthlyBudget is set\.$/],
    [{ alarmEmail: 'none', monthlyBudget: '100' }, /^alarmEmail must be an address if monthlyBudget is set/],
    [
      { alarmEmail: 'ops@example.com', monthlyBudget: '$100' },
      /^monthlyBudget must be a whole number from 1/,
    ],
    [{ syntheticCheck: 'yes' }, /^syntheticCheck must be one of on, off\.$/],
    [
      { reservedConcurrency: 'goal=100' },
      /^reservedConcurrency must be a list such as .* out of api-tokens, auth,/,
    ],
    [{ reservedConcurrency: 'goals=0' }, /^reservedConcurrency must be a list such as/],
    [{ reservedConcurrency: 'goals=1,goals=2' }, /^reservedConcurrency must name each function once\.$/],
    [{ canary: 'yes' }, /^canary must be one of on, off\.$/],
    [{ emailfrom: 'a@example.com' }, /^Unknown setting emailfrom\./],
    [{}, /^Unknown setting CAIRN_STAGGE\./, { CAIRN_STAGGE: 'production' }],
    [{ emailFrom: 'nobody' }, /^emailFrom must be an address/],
    [{ emailFrom: 'a@example.com', emailIdentity: 'example.org' }, /^emailIdentity must be/],
    [{ emailIdentity: 'example.org' }, /^emailFrom must be set/],
    [{ smtpHost: 'smtp.example.com' }, /^emailFrom must be set if smtpHost is set\.$/],
    [{ emailsPerSecond: '5' }, /^emailFrom must be set if emailsPerSecond is set\.$/],
    [{ emailFrom: 'a@example.com', emailsPerSecond: '0' }, /^emailsPerSecond must be a whole number from 1 /],
    [{ emailFrom: 'a@example.com', smtpHost: 'smtp' }, /^smtpHost must be a host such as/],
    [{ emailFrom: 'a@example.com', smtpUser: 'cairn' }, /^smtpHost must be set if smtpUser is set\.$/],
    [
      { emailFrom: 'a@example.com', smtpHost: 'smtp.example.com', smtpPort: '25' },
      /^smtpPort must not be 25/,
    ],
    [
      { emailFrom: 'a@example.com', smtpHost: 'smtp.example.com', smtpTls: 'off' },
      /^smtpTls must be one of starttls, tls\.$/,
    ],
    [
      { emailFrom: 'a@example.com', smtpHost: 'smtp.example.com', emailIdentity: 'example.com' },
      /^emailIdentity is for SES/,
    ],
    [{ domainName: 'Cairn' }, /^domainName must be a domain/],
    [{ domainName: 'cairn.example.com' }, /^certificateArn must be set with domainName/],
    [{ hostedZoneId: 'Z1' }, /^domainName must be set/],
    [{ domainName: 'cairn.example.com', hostedZoneId: 'Z1' }, /^hostedZoneId and hostedZoneName/, region],
    [
      { domainName: 'cairn.example.com', hostedZoneId: 'Z1', hostedZoneName: 'example.org' },
      /^domainName must be hostedZoneName or end with it/,
      region,
    ],
    [
      { domainName: 'cairn.example.com', certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/a' },
      /^certificateArn must be the ARN of a certificate in us-east-1/,
    ],
    [{ firewallRequestsPer5Minutes: '2000' }, /^firewallRequestsPer5Minutes needs a stack in us-east-1/],
    [{ firewallRequestsPer5Minutes: '5' }, /^firewallRequestsPer5Minutes must be a whole number/, region],
    [{ firewallSignInsPer5Minutes: '50' }, /^firewallRequestsPer5Minutes must be set/, region],
    [{ webAclArn: 'arn:aws:wafv2:eu-west-1:1:regional/webacl/a/b' }, /^webAclArn must be the ARN/],
    [{ authProvider: 'magic' }, /^authProvider must be one of email, trusted_proxy, jwt, oidc\.$/],
    [{ authProvider: 'trusted_proxy' }, /^authProxyIssuer must be set\.$/],
    [{ authProxyIssuer: 'proxy' }, /^authProvider must be "trusted_proxy"/],
    [
      { authProvider: 'jwt', authJwtIssuer: 'a', authJwtAudience: 'b', authJwtJwksUrl: 'http://a.test' },
      /^authJwtJwksUrl must be an https URL\.$/,
    ],
    [{ authProvider: 'oidc', authOidcIssuer: 'http://a.test' }, /^authOidcIssuer must be an https URL\.$/],
    [{ authProvider: 'oidc', authOidcIssuer: 'https://a.test' }, /^authOidcClientId must be set\.$/],
    [
      {
        authProvider: 'oidc',
        authOidcIssuer: 'https://a.test',
        authOidcClientId: 'a',
        authAccountUrl: 'http://a.test',
      },
      /^authAccountUrl must be an https URL\.$/,
    ],
    [{ authOidcIssuer: 'https://a.test' }, /^authProvider must be "oidc" if authOidcIssuer is set\.$/],
    [{ invitationLifetimeDays: '0' }, /^invitationLifetimeDays must be a whole number from 1 to 365\.$/],
    [{ rateLimits: 'login=5' }, /^rateLimits must be "on", "off" or a list such as/],
    [{ requestsPerSecond: 'many' }, /^requestsPerSecond must be a whole number/],
    [{ logRetentionDays: '8' }, /^logRetentionDays must be one of 1, 3, 5/],
    [{ logLevel: 'LOUD' }, /^logLevel must be one of/],
    [{ metrics: 'yes' }, /^metrics must be one of on, off\.$/],
    [{ alarmEmail: 'ops' }, /^alarmEmail must be an address/],
    [{ warmThroughput: '24000' }, /^warmThroughput must be reads and writes a second with a comma/],
    [{ warmThroughput: '11999,4000' }, /^warmThroughput must be .*, at least 12000,4000\.$/],
    [{ backups: 'weekly' }, /^backups must be one of off, daily, hourly\.$/],
    [{ backups: 'daily', backupVaultArn: 'vault' }, /^backupVaultArn must be the ARN of a backup vault\.$/],
    [
      { backupVaultArn: 'arn:aws:backup:eu-west-1:123456789012:backup-vault:cairn' },
      /^backups must be daily or hourly if backupVaultArn is set\.$/,
    ],
    [
      { backups: 'daily', backupVaultArn: 'arn:aws:backup:us-east-1:123456789012:backup-vault:cairn' },
      /^backupVaultArn must name a vault in another region or another account\.$/,
      { ...region, CDK_DEFAULT_ACCOUNT: '123456789012' },
    ],
    [{ restoredTable: 'cairn-restored' }, /^restoredTable and restoredTableStreamArn must be set together/],
    [
      restored('eu-west-1', '123456789012'),
      /^restoredTableStreamArn must name a table in the region and the account of the stack\.$/,
      region,
    ],
    [
      restored('us-east-1', '123456789012'),
      /^restoredTableStreamArn must name a table in the region and the account of the stack\.$/,
      { ...region, CDK_DEFAULT_ACCOUNT: '210987654321' },
    ],
    [
      { drop: 'emailFrom' },
      /^drop must be one or more of format, authProvider, domainName, firewall, alarmEmail, rest/,
    ],
    [{ architecture: 'riscv' }, /^architecture must be one of arm64, x86_64\.$/],
  ])('%j stops synth with a sentence', (context, sentence, environment) => {
    expect(() => read(context, environment)).toThrow(SettingError)
    expect(() => read(context, environment)).toThrow(sentence)
  })

  it('asks a person before `npx cdk deploy` broadens permissions', () => {
    expect(cdkJson.requireApproval).toBe('broadening')
  })

  it('runs with the Node of the project, whatever `node` the path has', () => {
    expect(cdkJson.app).toBe('npx node infra/app.ts')
    // npm puts the programs of the project before all others; a deployer's shell does not.
    const bare = (process.env.PATH ?? '').split(':').filter((folder) => !folder.startsWith(root))
    const { stdout } = spawnSync('sh', ['-c', cdkJson.app.replace('infra/app.ts', '--version')], {
      cwd: root,
      env: { PATH: bare.join(':'), HOME: process.env.HOME },
      encoding: 'utf8',
    })
    expect(stdout.trim()).toBe(process.version)
  })

  it('has exactly its settings in the README', () => {
    const readme = readFileSync(path.join(root, 'infra/README.md'), 'utf8')
    const [, section = ''] = readme.split('\n## Settings\n')
    const [table = ''] = section.split('\n## ')
    const rows = [...table.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name)
    expect(rows).toEqual([...settingNames])
  })
})

describe('the file of a stage', () => {
  const folder = pathToFileURL(`${mkdtempSync(path.join(tmpdir(), 'cairn-stages-'))}/`)
  const written = (content: string) => writeFileSync(new URL('qa.json', folder), content)
  const stages = (content: object) => (stage: string) => (stage === 'qa' ? { ...content } : {})
  const readWith = (content: object, context: object = {}, environment: Record<string, string> = {}) =>
    readConfiguration(createSettings({ stage: 'qa', ...context }, environment, stages(content)))

  it('is used after flags and the environment, and only for its stage', () => {
    const content = { alarmEmail: 'file@example.com', logRetentionDays: 30 }
    expect(readWith(content)).toMatchObject({ alarmEmail: 'file@example.com', logRetentionDays: 30 })
    expect(
      readWith(content, { alarmEmail: 'flag@example.com' }, { CAIRN_LOG_RETENTION_DAYS: '7' }),
    ).toMatchObject({ alarmEmail: 'flag@example.com', logRetentionDays: 7 })
    expect(readWith(content, { stage: 'dev' })).toMatchObject({ alarmEmail: undefined, logRetentionDays: 14 })
  })

  it.each([
    [{ alarmMail: 'a@example.com' }, /^infra\/stages\/qa\.json must not contain alarmMail: /],
    [{ stage: 'production' }, /^infra\/stages\/qa\.json must not contain stage: /],
    [{ drop: 'firewall' }, /^infra\/stages\/qa\.json must not contain drop: /],
    [{ alarmEmail: 'ops' }, /^alarmEmail must be an address/],
  ])('%j stops synth with a sentence', (content, sentence) => {
    expect(() => readWith(content)).toThrow(SettingError)
    expect(() => readWith(content)).toThrow(sentence)
  })

  it.each(['{', '[]', '"dev"', 'null'])('with %s stops synth with a sentence', (content) => {
    written(content)
    expect(() => createCairn(new App({ context: { stage: 'qa' } }), {}, folder)).toThrow(
      new SettingError('infra/stages/qa.json must be a JSON object of settings.'),
    )
  })

  it('is read from the folder of the stages', () => {
    written('{ "alarmEmail": "ops" }')
    expect(() => createCairn(new App({ context: { stage: 'qa' } }), {}, folder)).toThrow(
      /^alarmEmail must be an address/,
    )
  })
})
