import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'

export const Menu = Radix.Root
export const MenuTrigger = Radix.Trigger

export function MenuContent({ children, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={12}
        {...rest}
        className="animate-fade z-50 max-h-[70dvh] w-64 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-floating"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  )
}

export const menuItemClass =
  'flex min-h-10 w-full cursor-default items-center gap-3 rounded-lg px-3 py-2 text-[0.9375rem] text-ink outline-none data-highlighted:bg-sunken data-disabled:opacity-60'

export function MenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item {...rest} className={cn(menuItemClass, className)} />
}

export function MenuRadioGroup(props: ComponentProps<typeof Radix.RadioGroup>) {
  return <Radix.RadioGroup {...props} />
}

export function MenuRadioItem({ className, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return <Radix.RadioItem {...rest} className={cn(menuItemClass, className)} />
}

/** Choosing it keeps the menu open. */
export function MenuCheckboxItem({ className, ...rest }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem
      onSelect={(event) => event.preventDefault()}
      {...rest}
      className={cn(menuItemClass, className)}
    />
  )
}

export const MenuItemIndicator = Radix.ItemIndicator

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-2 pb-1 text-xs font-medium text-ink-faint">{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-2 my-1.5 h-px bg-line" />
}
