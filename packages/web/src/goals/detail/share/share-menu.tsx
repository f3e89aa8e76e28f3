import { FileText, Link as LinkIcon, Printer, Share2 } from 'lucide-react'
import { buttonClass } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/dialogs/menu.tsx'
import { toast } from '../../../ui/toast.ts'
import { texts } from './texts.ts'

type ShareMenuProps = {
  /** Returns the Markdown to copy. Loads the module that makes it. */
  markdown: () => Promise<string>
  /** On a phone, only the picture. */
  isShort?: boolean
}

/** Gives what the page shows to somebody else: as a link, as Markdown, or on paper. */
export function ShareMenu({ markdown, isShort = false }: ShareMenuProps) {
  async function copy(text: () => Promise<string> | string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(await text())
      toast.success(done)
    } catch {
      toast.error(texts.failed)
    }
  }
  return (
    <Menu modal={false}>
      <MenuTrigger className={buttonClass({ variant: 'quiet', size: 'small' }, 'print:hidden')}>
        <Share2 className="size-4" aria-hidden="true" />
        <span className={cn(isShort && 'max-sm:sr-only')}>{texts.share}</span>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={() => void copy(() => location.href, texts.linkCopied)}>
          <LinkIcon className="size-4" aria-hidden="true" />
          {texts.copyLink}
        </MenuItem>
        <MenuItem onSelect={() => void copy(markdown, texts.markdownCopied)}>
          <FileText className="size-4" aria-hidden="true" />
          {texts.copyMarkdown}
        </MenuItem>
        {/* After the menu is gone, which would be printed, too. */}
        <MenuItem onSelect={() => setTimeout(() => print(), 200)}>
          <Printer className="size-4" aria-hidden="true" />
          {texts.print}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
