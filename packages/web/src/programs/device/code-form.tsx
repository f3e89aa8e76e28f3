import type { OAuthDevice } from '@cairn/contract/schemas/oauth'
import { useState } from 'react'
import { sessionQuery } from '../../accounts/session/session.ts'
import { personApi } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import type { FormTexts } from '../../data/api/failures/problems.ts'
import { laterSchema } from '../../data/api/later-schema.ts'
import { queryClient } from '../../data/api/query-client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { texts } from '../texts.ts'

export const codeFormTexts: FormTexts = texts.device.fields

const schema = laterSchema(
  async () => (await import('@cairn/contract/schemas/oauth')).previewOAuthDeviceRequest,
)

type CodeFormProps = {
  /** The code of the address. The person still has to say that it is theirs. */
  given: string | undefined
  onFound: (device: OAuthDevice) => void
}

/** The form for the code that a device shows. */
export function CodeForm({ given = '', onFound }: CodeFormProps) {
  const [userCode, setUserCode] = useState(given)
  const { form, problems, failure, busy, submit } = useSubmit({
    schema,
    body: { userCode },
    texts: codeFormTexts,
    fieldsByErrorCode: { oauth_device_not_found: 'userCode' },
    send: async (body) => {
      try {
        onFound((await personApi.previewOAuthDevice({ body })).device)
      } catch (error) {
        // The page asks to sign in.
        if (isApiError(error, 'unauthorized')) queryClient.setQueryData(sessionQuery.queryKey, null)
        throw error
      }
    },
  })
  return (
    <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.device.code}
        hint={texts.device.codeHint}
        value={userCode}
        onChange={(event) => setUserCode(event.target.value)}
        problem={problems.userCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        placeholder="WDJB-MJHT"
      />
      <Notice tone="warn" live={false}>
        {texts.device.ownOnly}
      </Notice>
      <FailureNotice failure={failure} />
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {texts.device.continue}
      </Button>
    </form>
  )
}
