import type { OutputOf } from '@cairn/contract'
import { type ApiToken, rotateApiTokenRequest } from '@cairn/contract/schemas/api-tokens'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { SelectField } from '../../ui/fields/field.tsx'
import { texts } from './texts.ts'
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
      title={texts.rotate.title}
      description={texts.rotate.text(token.name)}
    >
      <RotateTokenForm token={token} onClose={onClose} onRotated={onRotated} />
    </Dialog>
  )
}

const overlaps: [hours: number, name: string][] = [
  [0, texts.rotate.overlaps.none],
  [1, texts.rotate.overlaps.hour],
  [24, texts.rotate.overlaps.day],
  [72, texts.rotate.overlaps.days3],
  [168, texts.rotate.overlaps.days7],
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
        label={texts.rotate.overlap}
        hint={texts.rotate.overlapHint}
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
        {texts.rotate.action}
      </DialogFormActions>
    </form>
  )
}
