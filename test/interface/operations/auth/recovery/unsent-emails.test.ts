import { expect, it } from 'vitest'
import { password } from '../../../../support/people/accounts.ts'
import { giveAccount, newcomer } from '../../../../support/people/sessions.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const service = stopAfterFile(
  await startTestService({
    environment: {
      EMAIL_DELIVERY: 'smtp',
      EMAIL_FROM: 'no-reply@example.com',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: '1', // Nobody listens there.
      SMTP_TLS: 'off',
    },
  }),
)

it('a change is done although its email is not sent, and the log says which one, without the address', async () => {
  const ada = await newcomer(service, 'Ada')
  await ada.api.getOrganizationContext()
  await giveAccount(service, ada, password)
  await ada.api.changePassword({ body: { currentPassword: password, newPassword: 'another horse battery' } })
  const lines = service.lines.filter((line) => line.includes('email not sent'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'ERROR', operation: 'changePassword', email: 'password_changed', cause: expect.any(String) },
  ])
  expect(lines.join()).not.toContain(ada.email)
})
