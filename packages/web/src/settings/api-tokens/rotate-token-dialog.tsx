import type { OutputOf } from '@cairn/contract'
import { type ApiToken, rotateApiTokenRequest } from '@cairn/contract/schemas/api-tokens'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { SelectField } from '../../ui/fields/field.tsx'
import { tokenFormTexts } from './token-form-texts.ts'

type RotateTokenDialogProps = {
  token: ApiToken
  open: boolean
  onClose: () => void
  onRotated: (rotated: OutputOf<'rotateApiToken'>) => Promise<void>
}

/** Gives a token a new secret, after asking for how long the old one works. */
export function RotateTokenDialog({ token, open, onClose, onRotated }: RotateTokenDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Rotate this token"
      description={`The token “${token.name}” gets a new secret and keeps everything else. Change your programs while the old secret still works.`}
    >
      <RotateTokenForm token={token} onClose={onClose} onRotated={onRotated} />
    </Dialog>
  )
}

const overlaps: [hours: number, name: string][] = [
  [0, 'Not at all: it stops now'],
  [1, 'For 1 hour'],
  [24, 'For 1 day'],
  [72, 'For 3 days'],
  [168, 'For 7 days'],
]

function RotateTokenForm({ token, onClose, onRotated }: Omit<RotateTokenDialogProps, 'open'>) {
  const [overlapHours, setOverlapHours] = useState(24)
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: rotateApiTokenRequest,
    body: { overlapHours },
    texts: tokenFormTexts,
    send: async (body) => onRotated(await api.rotateApiToken({ params: { apiTokenId: token.id }, body })),
  })
  return (
    <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
      <SelectField
        label="The old secret keeps working"
        hint="If somebody else may know it, let it stop now."
        value={overlapHours}
        onChange={(event) => setOverlapHours(Number(event.target.value))}
        problem={problems.overlapHours}
        className="max-w-64"
      >
        {overlaps.map(([hours, name]) => (
          <option key={hours} value={hours}>
            {name}
          </option>
        ))}
      </SelectField>
      <DialogFormActions onCancel={onClose} failure={failure} busy={busy}>
        Rotate token
      </DialogFormActions>
    </form>
  )
}
