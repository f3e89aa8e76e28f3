import { describe, expect, it } from 'vitest'
import { production, synthesize, synthLimit } from './support/synth.ts'

const restored = {
  restoredTable: 'cairn-restored',
  restoredTableStreamArn:
    'arn:aws:dynamodb:eu-west-1:123456789012:table/cairn-restored/stream/2026-11-20T10:00:00.000',
}
/** Between them, these have every optional part of the stack. `npm run synth` checks one without settings, with built functions. */
const installations: [string, Record<string, string>, { CDK_DEFAULT_REGION?: string }][] = [
  ['production', production, {}],
  [
    'production with a domain of its own, a firewall, alarms, a budget and copied backups',
    {
      ...production,
      domainName: 'cairn.example.com',
      hostedZoneId: 'Z0123456789',
      hostedZoneName: 'example.com',
      firewallRequestsPer5Minutes: '2000',
      firewallSignInsPer5Minutes: '60',
      alarmEmail: 'ops@example.com',
      monthlyBudget: '200',
      backups: 'hourly',
      backupVaultArn: 'arn:aws:backup:eu-central-1:210987654321:backup-vault:cairn',
      warmThroughput: '24000,8000',
    },
    // The log of the edge is only here.
    { CDK_DEFAULT_REGION: 'us-east-1' },
  ],
  [
    'a trusted proxy and an SMTP server with a login',
    {
      authProvider: 'trusted_proxy',
      authProxyIssuer: 'proxy',
      authProxyAudience: 'dev',
      authProxyLoginUrl: 'https://id.example.com/login',
      authProxyLogoutUrl: 'https://id.example.com/logout',
      emailFrom: production.emailFrom,
      smtpHost: 'smtp.example.com',
      smtpPort: '2465',
      smtpTls: 'tls',
      smtpUser: 'cairn',
    },
    { CDK_DEFAULT_REGION: 'us-east-1' },
  ],
  [
    'an OpenID provider, a restored table, and a certificate and firewall from elsewhere',
    {
      ...production,
      ...restored,
      authProvider: 'oidc',
      authOidcIssuer: 'https://id.example.com/',
      authOidcClientId: 'cairn',
      domainName: 'cairn.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/one',
      firewallRequestsPer5Minutes: '',
      webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/cairn/one',
      alarmEmail: 'ops@example.com',
      drop: 'alarmEmail,domainName',
    },
    {},
  ],
]

describe('cdk-nag, and the schemas of CloudFormation, have no findings', () => {
  it.each(installations)(
    'in %s',
    (_, settings, environment) => {
      expect(synthesize(settings, { environment, checked: true }).findings).toEqual([])
    },
    synthLimit,
  )
})
