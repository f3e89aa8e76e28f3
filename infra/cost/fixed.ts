import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { allOperations } from '@cairn/contract/registry'
import { App } from 'aws-cdk-lib'
import { createCairn } from '../create-cairn.ts'
import { prices } from './prices.ts'

export type FixedCost = { what: string; count: number; dollars: number }

type Resource = { Type: string; Properties: { Metrics?: { MetricStat?: object }[]; Rules?: object[] } }

/** What an installation with everything on costs a month before its first request, counted in its template. */
export function fixedCosts(): FixedCost[] {
  const resources = resourcesOf({
    stage: 'production',
    emailFrom: 'no-reply@example.com',
    alarmEmail: 'ops@example.com',
    firewallRequestsPer5Minutes: '2000',
    domainName: 'cairn.example.com',
    hostedZoneId: 'Z0123456789',
    hostedZoneName: 'example.com',
  })
  const ofType = (type: string) => resources.filter(({ Type }) => Type === type)
  const { monthly } = prices
  const cost = (what: string, count: number, price: number) => ({ what, count, dollars: count * price })
  const alarmMetrics = ofType('AWS::CloudWatch::Alarm').map(({ Properties: { Metrics } }) =>
    Metrics ? Metrics.filter(({ MetricStat }) => MetricStat).length : 1,
  )
  const rules = ofType('AWS::WAFv2::WebACL').flatMap(({ Properties }) => Properties.Rules ?? [])
  return [
    cost('Secrets', ofType('AWS::SecretsManager::Secret').length, monthly.secret),
    cost(
      'Metrics of alarms',
      alarmMetrics.reduce((sum, count) => sum + count, 0),
      monthly.alarmMetric,
    ),
    cost('Dashboard', ofType('AWS::CloudWatch::Dashboard').length, monthly.dashboard),
    // Requests and latency of each. Those of errors come on top, for the hours in which there are any.
    cost('Metrics of operations (`metrics`)', allOperations.length * 2, monthly.customMetric),
    cost('Firewall (`firewallRequestsPer5Minutes`)', ofType('AWS::WAFv2::WebACL').length, monthly.firewall),
    cost('Rules of the firewall', rules.length, monthly.firewallRule),
    cost('Hosted zone (`hostedZoneId`)', 1, monthly.hostedZone),
  ]
}

const root = fileURLToPath(new URL('../../', import.meta.url))

function resourcesOf(settings: Record<string, string>): Resource[] {
  const outdir = mkdtempSync(path.join(tmpdir(), 'cairn-cost-'))
  try {
    const { context } = JSON.parse(readFileSync(path.join(root, 'cdk.json'), 'utf8'))
    const app = new App({
      outdir,
      // Only the template is looked at: the functions stay as they are, and nothing is copied.
      context: {
        ...context,
        'cairn:functions': path.join(root, 'functions'),
        'aws:cdk:disable-asset-staging': true,
        ...settings,
      },
    })
    const stack = createCairn(app, { CDK_DEFAULT_REGION: 'us-east-1' })
    const { template } = app.synth().getStackArtifact(stack.artifactId)
    return Object.values(template.Resources)
  } finally {
    rmSync(outdir, { recursive: true })
  }
}
