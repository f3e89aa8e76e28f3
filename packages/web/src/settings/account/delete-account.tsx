import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'

export function DeleteAccount({ ownsAccount }: { ownsAccount: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card className="max-w-2xl space-y-5">
      <div className="space-y-1.5">
        <SectionTitle id="delete-account">Delete account</SectionTitle>
        <p className="text-ink-soft">
          {ownsAccount
            ? 'Your name disappears, and so do organizations in which you are alone. What you wrote in others stays.'
            : 'Your account is that of your organization. Ask there to delete it. To leave an organization here, open its members.'}
        </p>
      </div>
      {ownsAccount && (
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          Delete account
        </Button>
      )}
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Delete your account?" role="alertdialog">
        <DeleteAccountForm onClose={() => setIsOpen(false)} />
      </Dialog>
    </Card>
  )
}
