import { describe, expect, it } from 'vitest'
import { isApexDomain } from '../../../infra/edge/response-headers.ts'
import { synthesize } from '../support/synth.ts'

describe('the log of the edge', () => {
  it('has addresses, but no URL, query, referrer, cookie or browser, for 30 days', () => {
    const own = synthesize({}, { environment: { CDK_DEFAULT_REGION: 'us-east-1' } })
    const fields = own.single('AWS::Logs::Delivery').RecordFields as string[]
    expect(fields).toEqual(expect.arrayContaining(['date', 'time', 'c-ip', 'sc-status', 'x-edge-request-id']))
    expect(fields.filter((field) => /uri|query|referer|cookie|user-agent|header/i.test(field))).toEqual([])
    const [[id, log] = ['', undefined]] = own
      .ofType('AWS::Logs::LogGroup')
      .filter(([name]) => name.startsWith('EdgeLog'))
    expect(log?.Properties.RetentionInDays).toBe(30)
    expect(JSON.stringify(own.single('AWS::Logs::DeliveryDestination').DestinationResourceArn)).toContain(
      `:log-group:",{"Ref":"${id}"}`,
    )
    expect(own.single('AWS::Logs::DeliverySource')).toMatchObject({ LogType: 'ACCESS_LOGS' })
    const policy = JSON.stringify(own.single('AWS::Logs::ResourcePolicy').PolicyDocument)
    expect(policy).toContain('delivery.logs.amazonaws.com')
    expect(policy).toContain('aws:SourceAccount')
  })

  it('is only where AWS delivers it', () => {
    const other = synthesize({}, { environment: { CDK_DEFAULT_REGION: 'eu-central-1' } })
    expect(other.ofType('AWS::Logs::Delivery')).toEqual([])
  })
})

describe('strict transport security', () => {
  const domain = (name: string, zone?: string) => ({
    name,
    certificateArn: undefined,
    hostedZone: zone === undefined ? undefined : { id: 'Z1', name: zone },
  })

  it.each([
    ['example.com', undefined, true],
    ['example.co.uk', undefined, true],
    ['goals.example.com', 'goals.example.com', true],
    ['cairn.example.com', 'example.com', false],
    ['cairn.example.com', undefined, false],
    ['cairn.example.co.uk', undefined, false],
  ])('%s in the zone %s is an apex: %s', (name, zone, expected) => {
    expect(isApexDomain(domain(name, zone))).toBe(expected)
  })

  it.each([
    ['example.com', false],
    ['cairn.example.com', true],
  ])('of %s covers its subdomains: %s', (domainName, covers) => {
    const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/one'
    const policies = synthesize({ domainName, certificateArn }).ofType(
      'AWS::CloudFront::ResponseHeadersPolicy',
    )
    expect(policies).toHaveLength(3)
    for (const [, { Properties }] of policies) {
      expect(Properties.ResponseHeadersPolicyConfig).toMatchObject({
        SecurityHeadersConfig: { StrictTransportSecurity: { IncludeSubdomains: covers, Override: true } },
      })
    }
  })
})
