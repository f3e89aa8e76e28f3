import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { texts } from './texts.ts'

export function DeleteAccount({ ownsAccount }: { ownsAccount: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card className="max-w-2xl space-y-5">
      <div className="space-y-1.5">
        <SectionTitle id="delete-account">{texts.deletion.action}</SectionTitle>
        <p className="text-ink-soft">{ownsAccount ? texts.deletion.own : texts.deletion.ofProvider}</p>
      </div>
      {ownsAccount && (
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          {texts.deletion.action}
        </Button>
      )}
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={texts.deletion.title} role="alertdialog">
        <DeleteAccountForm onClose={() => setIsOpen(false)} />
      </Dialog>
    </Card>
  )
}
