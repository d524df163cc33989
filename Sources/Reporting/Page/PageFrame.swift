// SPDX-License-Identifier: MIT

import CorpusStore

/// The frame of all pages: one file without other files or a network.
///
/// The markup is XML as well, so that a strict reader can check it. A policy in the head forbids
/// the page to load anything, even if an input has injected a link.
package struct PageFrame {
  /// The title, as text.
  var title: String
  /// The style of this page besides that of all pages.
  var style: String
  /// The target and the text of the link by which users of the keyboard skip the header.
  var skip: (target: String, text: String)
  var header: PageHeader
  /// The content, as markup.
  var main: String
  /// The footer, as text.
  var footer: String

  package init(
    title: String, style: String, skip: (target: String, text: String), header: PageHeader,
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
    ReportMark.page.start + """
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
      \(header.markup)</header>
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
