import { beforeAll, describe, expect, it } from 'vitest'
import { distributionConfigOf } from '../support/edge.ts'
import { production, type Synthesized, synthesize, synthLimit } from '../support/synth.ts'

let stack: Synthesized
beforeAll(() => {
  stack = synthesize(production)
}, synthLimit)

describe('the web origin', () => {
  const originsOf = (synthesized: Synthesized) =>
    synthesized
      .ofType('AWS::Lambda::Function')
      .map(
        ([, { Properties }]) =>
          (Properties.Environment as { Variables?: Record<string, unknown> } | undefined)?.Variables
            ?.WEB_ORIGIN,
      )
      .filter((value) => value !== undefined)

  it('is the domain of the distribution, which is created before the functions', () => {
    const [distributionId = ''] = stack.ofType('AWS::CloudFront::Distribution')[0] ?? []
    const origins = originsOf(stack)
    // The functions of the groups, those that no request calls, and the check from outside.
    expect(origins).toHaveLength(21)
    for (const origin of origins) {
      expect(origin).toEqual({
        'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distributionId, 'DomainName'] }]],
      })
    }
  })

  it('is the custom domain if there is one, with certificate, records and modern TLS', () => {
    const settings = {
      ...production,
      domainName: 'cairn.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1234',
      hostedZoneId: 'Z0123456789',
      hostedZoneName: 'example.com',
    }
    const own = synthesize(settings)
    expect(new Set(originsOf(own))).toEqual(new Set(['https://cairn.example.com']))
    expect(distributionConfigOf(own)).toMatchObject({
      Aliases: ['cairn.example.com'],
      ViewerCertificate: {
        AcmCertificateArn: settings.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    })
    const records = own.ofType('AWS::Route53::RecordSet').map(([, { Properties }]) => Properties)
    expect(records.map(({ Type }) => Type).sort()).toEqual(['A', 'AAAA'])
    for (const record of records) {
      expect(record).toMatchObject({
        Name: 'cairn.example.com.',
        HostedZoneId: settings.hostedZoneId,
        AliasTarget: {
          DNSName: { 'Fn::GetAtt': [own.ofType('AWS::CloudFront::Distribution')[0]?.[0], 'DomainName'] },
        },
      })
    }
  })
})
