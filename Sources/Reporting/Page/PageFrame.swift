// SPDX-License-Identifier: MIT

/// What all pages have around their content: one file that needs no other one and no network.
///
/// The markup is XML as well, so that a strict reader can check it. A policy in the head forbids
/// the page to load anything, whatever an input may have smuggled in.
package struct PageFrame {
  /// As text.
  var title: String
  /// Besides that of all pages.
  var style: String
  /// Where those who use the keyboard may jump to, and what the link is called.
  var skip: (target: String, text: String)
  /// What stands above the content and in it, as markup.
  var header: String
  var main: String
  /// As text.
  var footer: String

  package init(
    title: String, style: String, skip: (target: String, text: String), header: String,
    main: String, footer: String
  ) {
    self.title = title
    self.style = style
    self.skip = skip
    self.header = header
    self.main = main
    self.footer = footer
  }

  package var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"/>
    <title>\(Markup.escaped(title))</title>
    <style>
    \(PageStyle.text)\(style)
    </style>
    </head>
    <body>
    <a class="skip" href="#\(skip.target)">\(Markup.escaped(skip.text))</a>
    <header>
    \(header)</header>
    <main>
    \(main)</main>
    <footer><p>\(Markup.escaped(footer))</p></footer>
    <script>
    \(PageScript.text)</script>
    </body>
    </html>

    """
  }
}
