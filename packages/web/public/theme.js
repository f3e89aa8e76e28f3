// Sets the theme before the first paint to avoid a flash of the other theme. Blocking and tiny on purpose.
// Without a stored choice, the style sheet follows the system.
try {
  const theme = localStorage.getItem('cairn.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be blocked. Follow the system then.
}
