import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { AaaaRecord, ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import type { Construct } from 'constructs'
import type { Configuration, OwnDomain } from '../configuration/configuration.ts'

/** The service's domain for browsers: the custom domain or the distribution's. */
export function webOriginOf({ domain }: Configuration, distribution: Distribution): string {
  return `https://${domain?.name ?? distribution.distributionDomainName}`
}

/** Returns the given certificate, or a new one that is validated in the hosted zone. */
export function certificateFor(scope: Construct, domain: OwnDomain): ICertificate {
  if (domain.certificateArn !== undefined) {
    return Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn)
  }
  return new Certificate(scope, 'Certificate', {
    domainName: domain.name,
    validation: CertificateValidation.fromDns(hostedZoneOf(scope, domain)),
  })
}

/** Creates DNS records for the distribution, if the hosted zone is known. */
export function createRecords(scope: Construct, domain: OwnDomain, distribution: Distribution): void {
  if (!domain.hostedZone) return
  const record = {
    zone: hostedZoneOf(scope, domain),
    recordName: `${domain.name}.`,
    target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
  }
  new ARecord(scope, 'DomainRecord', record)
  new AaaaRecord(scope, 'DomainRecordV6', record)
}

/** Imported by its attributes: a lookup would need an account at synth. */
function hostedZoneOf(scope: Construct, { hostedZone }: OwnDomain): IHostedZone {
  if (!hostedZone) throw new Error('a certificate needs a hosted zone for its validation')
  const existing = scope.node.tryFindChild('HostedZone')
  if (existing) return existing as unknown as IHostedZone
  return HostedZone.fromHostedZoneAttributes(scope, 'HostedZone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  })
}
