import { beforeAll, describe, expect, it } from 'vitest'
import { grantsOf } from '../support/granted-permissions.ts'
import { samFunctions } from '../support/sam.ts'
import { production, type Synthesized, synthesize, synthLimit } from '../support/synth.ts'

/** An installation that sends its emails by an SMTP server. */

const server = { ...production, smtpHost: 'smtp.example.com', smtpPort: '2465', smtpTls: 'tls' }
const password = 'SmtpPassword4C8E2F16'

let stack: Synthesized
let withoutLogin: Synthesized
beforeAll(() => {
  stack = synthesize({ ...server, smtpUser: 'cairn' })
  withoutLogin = synthesize(server)
}, synthLimit)

/** The functions that send emails. */
const senders = /^(Auth|Invitations|WebhookDeliveries|Due)Function/

describe('an SMTP server', () => {
  it('is named to the functions that send emails, with the secret of its password, and to no other', () => {
    for (const { logicalId, environment } of samFunctions(stack)) {
      const grant = `secretsmanager:GetSecretValue ${password.slice(0, -8)}`
      if (senders.test(logicalId)) {
        expect(environment, logicalId).toMatchObject({
          EMAIL_DELIVERY: 'smtp',
          EMAIL_FROM: production.emailFrom,
          SMTP_HOST: 'smtp.example.com',
          SMTP_PORT: '2465',
          SMTP_TLS: 'tls',
          SMTP_USER: 'cairn',
          SMTP_PASSWORD_ARN: { Ref: password },
        })
        expect(grantsOf(stack, logicalId)).toContain(grant)
      } else {
        expect(Object.keys(environment).join(), logicalId).not.toContain('SMTP')
        expect(grantsOf(stack, logicalId)).not.toContain(grant)
      }
    }
  })

  it('without a login needs no secret', () => {
    expect(Object.keys(withoutLogin.resources)).not.toContain(password)
    for (const { logicalId, environment } of samFunctions(withoutLogin)) {
      if (!senders.test(logicalId)) continue
      expect(environment).toMatchObject({ EMAIL_DELIVERY: 'smtp', SMTP_HOST: 'smtp.example.com' })
      expect(Object.keys(environment)).not.toContain('SMTP_USER')
      expect(Object.keys(environment)).not.toContain('SMTP_PASSWORD_ARN')
    }
  })

  it('replaces SES: no permission, no configuration set, no alarms of its reputation', () => {
    for (const synthesized of [stack, withoutLogin]) {
      expect(JSON.stringify(synthesized.ofType('AWS::IAM::Role'))).not.toContain('ses:')
      expect(synthesized.ofType('AWS::SES::ConfigurationSet')).toEqual([])
      const alarms = synthesized.ofType('AWS::CloudWatch::Alarm').map(([id]) => id)
      expect(alarms.filter((id) => /Bounce|Complaint/.test(id))).toEqual([])
    }
  })

  it('has a password that no template contains, that a deploy may remove but not replace', () => {
    expect(stack.resources[password]?.Properties).not.toHaveProperty('SecretString')
    const machine = JSON.stringify(stack.single('AWS::StepFunctions::StateMachine').DefinitionString)
    expect(machine).toMatch(new RegExp(`Update:Replace[^{}]*LogicalResourceId/${password}`))
  })
})
